import type { KindName } from '../../schemas/kinds.ts';
import type { FileUnit } from './file-unit.ts';
import { pointerOf } from './pointer.ts';
import type { Kept } from './kept.ts';
import type { ValuePath } from './model.ts';
import { valueAt } from './shape-issues.ts';
import type { SourceDocument } from './source.ts';
import { tell, type Told } from './told.ts';

/** Why a file is taken for an excerpt, and the place that shows it. */
export interface ExcerptMark {
  readonly at: ValuePath;
  readonly why: Told;
}

const CUT = '…';
/** Long fields that an excerpt cuts. A message may end with an ellipsis of its own, so messages are not among them. */
const CUT_FIELDS = new Set(['checkpoints_raw', 'exec_notes', 'description', 'conduct', 'markdown']);
const KINDS: ReadonlySet<KindName> = new Set<KindName>([
  'case-card',
  'case-cards',
  'npc-playbook',
  'npc-playbooks',
  'world-preset',
  'preset-steps',
  'cast-steps',
]);

/** The marks by which a file shows that it is cut: a total above its entries, or a long text that ends with `…`. */
export function excerptMarks(
  { value }: SourceDocument,
  kind: KindName,
  units: readonly FileUnit[],
  kept: Kept<readonly ExcerptMark[]>,
): ExcerptMark[] {
  if (!KINDS.has(kind)) return [];
  const marks: ExcerptMark[] = [];
  // What holds the parts may hold totals of them.
  for (const at of holders(units)) totals(valueAt(value, at), at, marks);
  for (const { document, at, inside } of units) {
    const own = kept.of(document, () => {
      const found: ExcerptMark[] = [];
      const last = inside.at(-1);
      if (typeof last === 'string') text(last, valueAt(document.value, inside), inside, found);
      walk(valueAt(document.value, inside), inside, found);
      return found;
    });
    marks.push(...own.map(({ at: path, why }) => ({ at: [...at, ...path.slice(inside.length)], why })));
  }
  return marks;
}

/** Places of the lists and maps above the parts, each once. */
function holders(units: readonly FileUnit[]): ValuePath[] {
  const above = new Map<string, ValuePath>();
  let last: ValuePath | undefined;
  for (const { at } of units) {
    const holder = at.slice(0, -1);
    // Parts of one list follow each other.
    if (at.length === 0 || (last?.length === holder.length && last.every((step, i) => step === holder[i])))
      continue;
    last = holder;
    for (let length = holder.length; length >= 0; length--)
      above.set(pointerOf(holder.slice(0, length)), holder.slice(0, length));
  }
  return [...above.values()];
}

function walk(value: unknown, path: ValuePath, marks: ExcerptMark[]): void {
  if (Array.isArray(value)) value.forEach((item, i) => walk(item, [...path, i], marks));
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return;
  totals(value, path, marks);
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    const at = [...path, key];
    text(key, item, at, marks);
    walk(item, at, marks);
  }
}

function text(key: string, item: unknown, at: ValuePath, marks: ExcerptMark[]): void {
  if (typeof item === 'string' && CUT_FIELDS.has(key) && item.trimEnd().endsWith(CUT))
    marks.push({ at, why: tell`the text is cut` });
}

function totals(holder: unknown, path: ValuePath, marks: ExcerptMark[]): void {
  if (typeof holder !== 'object' || holder === null || Array.isArray(holder)) return;
  for (const [key, item] of Object.entries(holder) as [string, unknown][]) {
    if (typeof item !== 'number') continue;
    const counted = entriesOf(holder, key);
    if (counted !== undefined && item > counted)
      marks.push({ at: [...path, key], why: tell`${item} in all, ${counted} here` });
  }
}

function entriesOf(holder: object, key: string): number | undefined {
  const name = /^(.+)_total$/.exec(key)?.[1];
  const list = name === undefined ? undefined : (holder as Record<string, unknown>)[name];
  if (typeof list !== 'object' || list === null) return undefined;
  return Array.isArray(list) ? list.length : Object.keys(list).length;
}
