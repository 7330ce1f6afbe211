import type { AssetEvidence, Author, Cell, DiffEntry, TableRow } from '../../schemas/index.ts';
import type { EvidenceItem } from '../../schemas/review.ts';
import type { AssetFile } from '../evidence/model.ts';
import { byOf, type Cast } from './cast.ts';
import { plainItem, type Listed } from './listed.ts';
import { latestOf, sectionOf } from './sections.ts';
import { stepsOf } from '../evalset/pointer.ts';

type Row = TableRow['fields'];
type CellChange = Extract<EvidenceItem, { type: 'row' }>['cells'][number];

/** Columns that are shown beside the changed ones, so that a row can be told. */
const LEADING = 2;

export interface ChangePlace {
  readonly index: number;
  /** Undefined: the whole row. */
  readonly column: string | undefined;
  /** First column of the row. */
  readonly first: string | undefined;
}

export interface TableList {
  readonly items: readonly Listed[];
  /** Place of a change: `<file> <diff path>` to the row and, for a cell, its column. */
  readonly at: ReadonlyMap<string, ChangePlace>;
  /** How many tables. */
  readonly sections: number;
}

export function cellText(value: Cell | undefined): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join('、') : String(value);
}

/** Record and column of a change's path. */
export function placeOfCell(path: string): { record: string; column: string | undefined } {
  const [record = '', column] = stepsOf(path);
  return { record, column };
}

export function changeKey(file: string, diff: DiffEntry): string {
  return `${file} ${diff.path} ${diff.op} ${diff.actor?.key ?? ''}`;
}

/** Tables of the case: changed rows, the agent's first; what did not change is only counted. */
export function tableList(files: readonly AssetFile[], cast: Cast): TableList {
  const items: Listed[] = [];
  const at = new Map<string, ChangePlace>();
  const tables = latestOf(files, (evidence) => evidence.rows !== undefined);
  for (const { latest, before } of tables) {
    items.push(sectionOf(latest, before, cast, 'table'));
    const { evidence, path } = latest;
    const rows = evidence.rows ?? [];
    if (evidence.diff === undefined) {
      for (const row of rows) items.push(sameRow(row));
      continue;
    }
    const columns = columnsOf(rows, evidence.diff);
    for (const change of rowChanges(evidence)) {
      for (const diff of change.entries)
        at.set(changeKey(path, diff), {
          index: items.length,
          column: placeOfCell(diff.path).column,
          first: Object.keys(rowOf(diff.after) ?? rowOf(diff.before) ?? change.row)[0],
        });
      items.push(changedRow(change, cast, columns));
    }
    const touched = new Set(evidence.diff.map((diff) => placeOfCell(diff.path).record));
    const unchanged = rows.filter((row) => !touched.has(row.record_id)).length;
    if (unchanged > 0)
      items.push(
        plainItem((words) => ({ type: 'note', icon: 'info', text: words.unchangedRows(unchanged) })),
      );
  }
  return { items, at, sections: tables.length };
}

interface RowChange {
  readonly record: string;
  readonly row: Row;
  readonly actor: Author | null;
  readonly entries: readonly DiffEntry[];
}

/** Changes by row and by who made them. */
function rowChanges({ diff = [], rows = [] }: AssetEvidence): RowChange[] {
  const now = new Map(rows.map((row) => [row.record_id, row.fields]));
  const changes = new Map<string, DiffEntry[]>();
  for (const entry of diff) {
    const { record } = placeOfCell(entry.path);
    const key = `${record} ${entry.actor?.kind ?? ''} ${entry.actor?.key ?? ''}`;
    changes.set(key, [...(changes.get(key) ?? []), entry]);
  }
  const list = [...changes.values()].map((entries): RowChange => {
    const first = entries[0];
    const { record } = placeOfCell(first?.path ?? '');
    return {
      record,
      row: now.get(record) ?? rowOf(first?.before) ?? {},
      actor: first?.actor ?? null,
      entries,
    };
  });
  const byAgent = (change: RowChange): boolean => change.actor?.kind === 'agent';
  return [...list.filter(byAgent), ...list.filter((change) => !byAgent(change))];
}

function rowOf(value: DiffEntry['before']): Row | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : undefined;
}

/** The columns that are shown: those that tell rows apart, and all that changed. */
function columnsOf(rows: readonly TableRow[], diff: readonly DiffEntry[]): string[] {
  const all = [...new Set(rows.flatMap((row) => Object.keys(row.fields)))];
  const changed = new Set(diff.map((entry) => placeOfCell(entry.path).column));
  return all.filter((column, i) => i < LEADING || changed.has(column));
}

function nameOfRow(row: Row, record: string): string {
  const first = cellText(Object.values(row)[0]);
  return first === '' ? record : first;
}

function sameRow({ record_id: record, fields }: TableRow): Listed {
  return {
    text: (column) => (column === undefined ? undefined : cellText(fields[column])),
    show: ({ cut }) => ({
      type: 'row',
      row: nameOfRow(fields, record),
      op: 'same',
      by: 'unknown',
      actor: '',
      counts: false,
      cells: Object.entries(fields).map(([column, value]) => ({
        column,
        op: 'same',
        after: cut(cellText(value), column),
      })),
    }),
  };
}

function changedRow(change: RowChange, cast: Cast, columns: readonly string[]): Listed {
  const { record, actor, entries } = change;
  const whole = entries.find((entry) => placeOfCell(entry.path).column === undefined);
  const row = rowOf(whole?.after) ?? rowOf(whole?.before) ?? change.row;
  const cells = new Map(entries.map((entry) => [placeOfCell(entry.path).column ?? '', entry]));
  const textOf = (column: string): { before: string | undefined; after: string | undefined } => {
    const entry = cells.get(column);
    if (whole?.op === 'remove') return { before: cellText(row[column]), after: undefined };
    if (entry === undefined || whole !== undefined)
      return { before: undefined, after: cellText(row[column]) };
    return { before: cellOf(entry.before), after: cellOf(entry.after) };
  };
  return {
    text: (column) => {
      if (column === undefined) return undefined;
      const { before, after } = textOf(column);
      return after ?? before;
    },
    show: ({ cut, words }) => ({
      type: 'row',
      row: nameOfRow(row, record),
      op: whole?.op ?? 'change',
      by: byOf(actor),
      actor: actor === null ? words.someone : cast.name(actor),
      counts: actor?.kind === 'agent',
      cells: (whole === undefined ? [...new Set([...columns, ...cells.keys()])] : Object.keys(row)).map(
        (column): CellChange => {
          const { before, after } = textOf(column);
          return {
            column,
            op: whole?.op ?? opOfCell(cells.get(column)),
            ...(before === undefined
              ? {}
              : { before: cut(before, after === undefined ? column : undefined) }),
            ...(after === undefined ? {} : { after: cut(after, column) }),
          };
        },
      ),
    }),
  };
}

function cellOf(value: DiffEntry['before']): string {
  const row = rowOf(value);
  return row === undefined ? cellText(value as Cell | undefined) : JSON.stringify(row);
}

function opOfCell(entry: DiffEntry | undefined): CellChange['op'] {
  if (entry === undefined) return 'same';
  if (cellOf(entry.before) === '') return 'add';
  return cellOf(entry.after) === '' ? 'remove' : 'change';
}
