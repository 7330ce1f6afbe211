import type { KindName } from '../../schemas/kinds.ts';
import type { ValuePath } from './model.ts';

/** Why a file is taken for an excerpt, and the place that shows it. */
export interface ExcerptMark {
  readonly at: ValuePath;
  readonly why: string;
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
export function excerptMarks(kind: KindName, value: unknown): ExcerptMark[] {
  const marks: ExcerptMark[] = [];
  if (KINDS.has(kind)) walk(value, [], marks);
  return marks;
}

function walk(value: unknown, path: ValuePath, marks: ExcerptMark[]): void {
  if (Array.isArray(value)) {
    value.forEach((item, i) => walk(item, [...path, i], marks));
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, item] of Object.entries(value) as [string, unknown][]) {
    const at = [...path, key];
    if (typeof item === 'string') {
      if (CUT_FIELDS.has(key) && item.trimEnd().endsWith(CUT)) marks.push({ at, why: 'the text is cut' });
    } else if (typeof item === 'number') {
      const counted = entriesOf(value, key);
      if (counted !== undefined && item > counted) marks.push({ at, why: `${item} in all, ${counted} here` });
    } else walk(item, at, marks);
  }
}

function entriesOf(holder: object, key: string): number | undefined {
  const name = /^(.+)_total$/.exec(key)?.[1];
  const list = name === undefined ? undefined : (holder as Record<string, unknown>)[name];
  if (typeof list !== 'object' || list === null) return undefined;
  return Array.isArray(list) ? list.length : Object.keys(list).length;
}
