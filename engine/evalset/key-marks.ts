import type { KindName } from '../../schemas/kinds.ts';
import { planOfKind, type Plan, type Register } from './marks.ts';
import type { OffsetRange, ValuePath } from './model.ts';

/** A place at which a key of a register stands. */
export interface KeyMark {
  readonly register: Register;
  readonly key: string;
  /** Whether the key is entered into its register here, or looked up. */
  readonly role: 'definition' | 'reference';
  /** The place of the value, or of the value that the key introduces. */
  readonly path: ValuePath;
  readonly what: 'key' | 'value';
  /** The part of the text that is the key, in offsets of the decoded text. */
  readonly span: OffsetRange;
}

/** `agent:KEY` and `actor:KEY`: to whom a step grants something. */
const GRANTEE = /^(agent|actor):(.+)$/;
/** Seed messages of an exported world are named after the asset that they belong to. */
const SEED_STEP = /^(p-seed-)(.+)-\d+$/;

/** Every place of a value at which a key of a register stands, by its model. The value need not be valid. */
export function keyMarksOf(kind: KindName, value: unknown): KeyMark[] {
  const root = planOfKind(kind);
  const marks: KeyMark[] = [];
  if (root !== undefined) walk(kind, [root], value, [], marks);
  return marks;
}

function walk(
  kind: KindName,
  plans: readonly Plan[],
  value: unknown,
  path: ValuePath,
  marks: KeyMark[],
): void {
  if (typeof value === 'string') marks.push(...textMarks(kind, plans, value, path));
  else if (Array.isArray(value)) {
    const below = plans.flatMap((plan) => plan.items);
    if (below.length > 0) value.forEach((item, i) => walk(kind, below, item, [...path, i], marks));
  } else if (typeof value === 'object' && value !== null) {
    const { register, role } = keysOf(plans);
    for (const [key, item] of Object.entries(value) as [string, unknown][]) {
      const at = [...path, key];
      const made = typeof item === 'string' ? madeBy(value, at) : undefined;
      if (made !== undefined) {
        marks.push({ ...made, key: String(item), path: at, what: 'value', span: all(String(item)) });
        continue;
      }
      if (register !== undefined) marks.push({ register, key, role, path: at, what: 'key', span: all(key) });
      walk(
        kind,
        plans.flatMap((plan) => plan.keys.get(key) ?? plan.values),
        item,
        at,
        marks,
      );
    }
  }
}

/** The register that the keys of a map stand in, and what they do there. */
export function keysOf(plans: readonly Plan[]): {
  readonly register: Register | undefined;
  readonly role: KeyMark['role'];
} {
  const defines = plans.find((plan) => plan.values.length > 0 && plan.defines !== undefined)?.defines;
  return defines === undefined
    ? { register: plans.find((plan) => plan.keysRefer !== undefined)?.keysRefer, role: 'reference' }
    : { register: defines, role: 'definition' };
}

function textMarks(kind: KindName, plans: readonly Plan[], value: string, path: ValuePath): KeyMark[] {
  const mark = (register: Register, role: KeyMark['role'], span = all(value)): KeyMark[] => [
    { register, key: value.slice(span.from, span.to), role, path, what: 'value', span },
  ];
  const defines = plans.find((plan) => plan.defines !== undefined)?.defines;
  if (defines !== undefined) return mark(defines, 'definition');
  const refers = plans.find((plan) => plan.refers !== undefined)?.refers;
  const last = path.at(-1);
  if (refers !== undefined) return mark(refers, 'reference');
  if (kind === 'checks' && last === 'author' && isMessage(path.at(-2)))
    return value === 'agent' || value === 'any' ? [] : mark('actor', 'reference');
  if (path.at(-2) === 'skip_files') return mark('asset', 'definition');
  if (path[0] !== 'phases' || path.length !== 4) return [];
  const grantee = last === 'to' ? GRANTEE.exec(value) : null;
  if (grantee !== null) {
    const from = value.indexOf(':') + 1;
    return mark(grantee[1] === 'agent' ? 'agent' : 'actor', 'reference', { from, to: value.length });
  }
  const seed = last === 'id' ? SEED_STEP.exec(value) : null;
  const [, prefix = '', asset = ''] = seed ?? [];
  return seed === null
    ? []
    : mark('asset', 'reference', { from: prefix.length, to: prefix.length + asset.length });
}

/** Steps of a world that make the documents and bases that they name. Its groups are entered in `groups`. */
function madeBy(step: object, path: ValuePath): Pick<KeyMark, 'register' | 'role'> | undefined {
  if (path[0] !== 'phases' || path.length !== 4 || path[3] !== 'key' || !('op' in step)) return undefined;
  return step.op === 'group.create'
    ? { register: 'group', role: 'reference' }
    : { register: 'asset', role: 'definition' };
}

const isMessage = (step: string | number | undefined): boolean => step === 'message' || step === 'absent';
const all = (text: string): OffsetRange => ({ from: 0, to: text.length });
