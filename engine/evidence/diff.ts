import { isDeepStrictEqual } from 'node:util';
import type { Author, Cell, DiffEntry, TableRow, TrustedEvent } from '../../schemas/index.ts';

/** Finds who made a change; null when nobody can tell. */
export type Attribution = (change: {
  record?: string;
  field?: string;
  kind: 'add' | 'remove' | 'change';
}) => Author | null;

const escape = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1');

/** An absent cell and an empty one are the same to people. */
function bare(cell: Cell | undefined): Cell {
  if (cell === undefined || cell === null || cell === '') return null;
  return Array.isArray(cell) && cell.length === 0 ? null : cell;
}

/** Rows that came, went, or changed cell by cell; in the order of the later snapshot, removed rows last. */
export function diffRows(
  before: readonly TableRow[],
  after: readonly TableRow[],
  who: Attribution,
): DiffEntry[] {
  const old = new Map(before.map((row) => [row.record_id, row]));
  const now = new Set(after.map((row) => row.record_id));
  const entries: DiffEntry[] = [];
  for (const row of after) {
    const was = old.get(row.record_id);
    const path = `/${escape(row.record_id)}`;
    if (was === undefined) {
      entries.push({
        op: 'add',
        path,
        after: row.fields,
        actor: who({ record: row.record_id, kind: 'add' }),
      });
      continue;
    }
    for (const field of new Set([...Object.keys(was.fields), ...Object.keys(row.fields)])) {
      const from = bare(was.fields[field]);
      const to = bare(row.fields[field]);
      if (isDeepStrictEqual(from, to)) continue;
      entries.push({
        op: 'change',
        path: `${path}/${escape(field)}`,
        before: from,
        after: to,
        actor: who({ record: row.record_id, field, kind: 'change' }),
      });
    }
  }
  for (const row of before) {
    if (now.has(row.record_id)) continue;
    entries.push({
      op: 'remove',
      path: `/${escape(row.record_id)}`,
      before: row.fields,
      actor: who({ record: row.record_id, kind: 'remove' }),
    });
  }
  return entries;
}

/** Lines that came or went, by the longest common run of lines at head and tail: documents are short, edits local. */
export function diffText(before: string, after: string, who: Attribution): DiffEntry[] {
  if (before === after) return [];
  const a = before.split('\n');
  const b = after.split('\n');
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < a.length - head && tail < b.length - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const removed = a.slice(head, a.length - tail);
  const added = b.slice(head, b.length - tail);
  return Array.from({ length: Math.max(removed.length, added.length) }, (_, i) => {
    const from = removed[i];
    const to = added[i];
    const op =
      from === undefined ? ('add' as const) : to === undefined ? ('remove' as const) : ('change' as const);
    return {
      op,
      path: `/${head + i}`,
      ...(from === undefined ? {} : { before: from }),
      ...(to === undefined ? {} : { after: to }),
      actor: who({ kind: op }),
    };
  });
}

/**
 * Attribution by the platform's own record of operations on one asset in the case's window, newest first. Without
 * such a record the row's last editor (when the platform names one) is all that can be told.
 */
export function attributeBy(
  events: readonly TrustedEvent[],
  lastEditor: (record: string) => Author | null,
): Attribution {
  const newest = [...events].filter((event) => event.outcome === 'done').reverse();
  return ({ record, field, kind }) => {
    const event = newest.find((e) => {
      if (record === undefined) return true;
      if (e.resource.token !== record) return false;
      return kind !== 'change' || field === undefined || touches(e, field);
    });
    if (event !== undefined) return event.actor;
    return record === undefined || kind === 'remove' ? null : lastEditor(record);
  };
}

function touches(event: TrustedEvent, field: string): boolean {
  const cell = (side: unknown): unknown =>
    typeof side === 'object' && side !== null ? (side as Record<string, unknown>)[field] : undefined;
  return !isDeepStrictEqual(cell(event.before), cell(event.after));
}
