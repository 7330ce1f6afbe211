import { rowText } from './gather.ts';
import type { Change } from './intent.ts';
import { terms } from './text.ts';
import type { Row, Table, Workplace } from './workplace.ts';

export interface Target {
  readonly table: Table;
  readonly row: Row;
  readonly column: string;
}

const matches = (row: Row, change: Change) => {
  const held = new Set([...row.cells.values()].flatMap(terms));
  const wanted = change.ids.length > 0 ? change.ids : terms(change.row);
  return wanted.length > 0 && wanted.every((term) => held.has(term));
};

/** The column with that name; without a name the one that has the value among its options. */
function columnOf(table: Table, change: Change): string | undefined {
  const named = table.columns.find(({ name }) => name === change.column);
  return (named ?? table.columns.find(({ options }) => options.includes(change.value)))?.name;
}

/** Finds the one cell that a change means, or says why there is none. */
export function locate(change: Change, tables: readonly Table[]): Target | string {
  const titled = tables.filter((table) => table.title === change.table);
  const rows = (titled.length > 0 ? titled : tables).flatMap((table) =>
    table.rows.filter((row) => matches(row, change)).map((row) => ({ table, row })),
  );
  const [only] = rows;
  if (only === undefined) return `没有找到「${change.row}」这一行，没有改动。`;
  if (rows.length > 1) return `「${change.row}」对得上 ${rows.length} 行，我不确定是哪一行，没有改动。`;
  const column = columnOf(only.table, change);
  if (column === undefined) return `《${only.table.title}》里没有对得上的列，没有改动。`;
  const options = only.table.columns.find(({ name }) => name === column)?.options ?? [];
  if (options.length > 0 && !options.includes(change.value))
    return `「${column}」只能选 ${options.join('、')}，没有「${change.value}」，没有改动。`;
  return { ...only, column };
}

/** Changes the cell, reads it back, and says what the row holds now. */
export async function update(
  workplace: Workplace,
  { table, row, column }: Target,
  value: string,
): Promise<string> {
  const before = row.cells.get(column) ?? '';
  await workplace.setCell(table, row.id, column, value);
  const again = (await workplace.tables(table.baseToken)).find(({ id }) => id === table.id);
  const now = again?.rows.find(({ id }) => id === row.id);
  if (now?.cells.get(column) !== value)
    return `我改了「${column}」，但读回来不是「${value}」，请看一下表格。`;
  return `改好了：《${table.title}》的「${column}」由「${before}」改成「${value}」。读回：${rowText(now)}`;
}
