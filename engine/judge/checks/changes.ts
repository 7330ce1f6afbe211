import type { Cell, DiffEntry, Row } from '../../../schemas/index.ts';
import type { Snapshots } from './assets.ts';
import { stepsOf } from '../../evalset/pointer.ts';

/** What happened to one row between the two snapshots. */
export interface RowChange {
  readonly record: string;
  readonly kind: 'added' | 'removed' | 'changed';
  /** The row before; empty for an added row. */
  readonly before: Row;
  readonly entries: readonly DiffEntry[];
}

/** Record id and, for a cell, the field of a diff entry's path (a JSON pointer). */
export function placeOf(path: string): { readonly record: string; readonly field: string | null } {
  const [record = '', ...rest] = stepsOf(path);
  return { record, field: rest.length === 0 ? null : rest.join('/') };
}

const isRow = (value: Cell | Row | undefined): value is Row =>
  value !== undefined && value !== null && typeof value === 'object' && !Array.isArray(value);

const cellOf = (value: Cell | Row | undefined): Cell => (value === undefined || isRow(value) ? null : value);

/** Groups the changes of a table by row, in the order of the diff. */
export function rowChanges({ before, after }: Snapshots): RowChange[] {
  const byRecord = new Map<string, DiffEntry[]>();
  for (const entry of after.evidence.diff ?? []) {
    const { record } = placeOf(entry.path);
    byRecord.set(record, [...(byRecord.get(record) ?? []), entry]);
  }
  return [...byRecord].map(([record, entries]) => {
    const whole = entries.filter((entry) => placeOf(entry.path).field === null);
    const removed = whole.find((entry) => entry.op === 'remove');
    const known = before?.evidence.rows?.find((row) => row.record_id === record)?.fields;
    const told = whole.map((entry) => entry.before).find(isRow);
    return {
      record,
      kind:
        removed !== undefined ? 'removed' : whole.some((entry) => entry.op === 'add') ? 'added' : 'changed',
      before: known ?? told ?? {},
      entries,
    };
  });
}

/** The row as it stands when only the given changes are made to it. */
export function applied(before: Row, entries: readonly DiffEntry[]): Row {
  let row: Row = { ...before };
  for (const entry of entries) {
    const { field } = placeOf(entry.path);
    if (field !== null) row = { ...row, [field]: cellOf(entry.after) };
    else if (isRow(entry.after)) row = { ...row, ...entry.after };
  }
  return row;
}

/** Names of the fields that a change touches. */
export function touchedFields(entry: DiffEntry): string[] {
  const { field } = placeOf(entry.path);
  if (field !== null) return [field];
  const rows = [entry.before, entry.after].filter(isRow);
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}
