import { markdownTables } from '../markdown-tables.ts';
import type { OffsetRange, ValuePath } from '../model.ts';
import { valueAt } from '../shape-issues.ts';
import { tell, type Told } from '../told.ts';
import { wrongTotals, type TotalCell } from '../totals.ts';
import { Findings, type FileContext, type FileRule, type PartRule } from './rule.ts';

/** `共 4 条`: a number of rows, stated above a table. */
const COUNT = /(?:共|合计|总计|以下|下列)\s*(\d+)\s*(?:条|行|项|笔|份|例|题|名|人|位|家|台|箱|单|张|件|个)/g;

/** `table-total-mismatch`: a total that a table states, or that is stated above it, is not what its rows give. */
export const tableTotal: PartRule = (context) => {
  const findings = new Findings();
  for (const { at, table } of tablesIn(context)) {
    if (Array.isArray(table)) records(findings, context, at, table);
    else if (typeof table === 'string') markdown(findings, context, at, table);
  }
  return findings.list;
};

/** The texts and lists of rows of a world, or of its steps. */
function tablesIn({ file, kind }: FileContext): { at: ValuePath; table: unknown }[] {
  const places: ValuePath[] = [];
  if (kind === 'world-preset') {
    const assets = valueAt(file.value, ['assets']);
    if (typeof assets === 'object' && assets !== null)
      for (const key of Object.keys(assets)) places.push(['assets', key]);
  }
  const steps: ValuePath | null =
    kind === 'world-preset' ? ['phases', 'preset'] : kind === 'preset-steps' ? [] : null;
  const list = steps === null ? undefined : valueAt(file.value, steps);
  if (steps !== null && Array.isArray(list)) list.forEach((_, i) => places.push([...steps, i]));
  return places.flatMap((place) =>
    ['records', 'markdown'].map((key) => {
      const at = [...place, key];
      return { at, table: valueAt(file.value, at) };
    }),
  );
}

function records(findings: Findings, { file }: FileContext, at: ValuePath, list: readonly unknown[]): void {
  const columns = [...new Set(list.flatMap((row) => (isRow(row) ? Object.keys(row) : [])))];
  const rows = list.map((row, i) =>
    columns.map((column): TotalCell<ValuePath> | undefined => {
      const cell = valueAt(row, [column]);
      return typeof cell === 'string' || typeof cell === 'number'
        ? { text: String(cell), place: [...at, i, column] }
        : undefined;
    }),
  );
  for (const { place, stated, column, sum } of wrongTotals(columns, rows))
    findings.add('warning', 'table-total-mismatch', { file, at: place }, messageOf(stated, column, sum));
}

const isRow = (row: unknown): row is object => typeof row === 'object' && row !== null && !Array.isArray(row);

const messageOf = (stated: string, column: string, sum: string) =>
  tell`The table states ${stated} as the total of "${column}", but its rows give ${sum}. Correct the total, or the rows.`;

function markdown(findings: Findings, { file }: FileContext, at: ValuePath, text: string): void {
  const add = (span: OffsetRange, message: Told): void =>
    findings.add('warning', 'table-total-mismatch', { file, at, locate: { span } }, message);
  for (const { columns, rows, above } of markdownTables(text)) {
    const wrong = wrongTotals(columns, rows);
    for (const { place, stated, column, sum } of wrong) add(place, messageOf(stated, column, sum));
    const counts = above === null ? [] : [...above.text.matchAll(COUNT)];
    const [count] = counts;
    // Of several numbers nobody can say which one is that of the rows.
    if (above === null || count === undefined || counts.length > 1) continue;
    const own = rows.filter((row) => !row.some(({ text: cell }) => /^(?:合计|总计|小计|total)/i.test(cell)));
    const stated = Number(count[1]);
    if (stated === own.length || sums(own).includes(stated)) continue;
    const from = above.from + count.index;
    add(
      { from, to: from + count[0].length },
      tell`This states ${stated}, but the table below it has ${own.length} rows. Correct the number, or the table.`,
    );
  }
}

/** The sums of the columns: a number above a table may be one of them. */
function sums(rows: readonly (readonly TotalCell<OffsetRange>[])[]): number[] {
  const width = Math.max(0, ...rows.map((row) => row.length));
  return Array.from({ length: width }, (_, c) =>
    rows.reduce((sum, row) => sum + Number.parseFloat((row[c]?.text ?? '').replaceAll(',', '')), 0),
  );
}

/** The same code on `actors_total` and the like: less than what stands there. More is what an excerpt has. */
export const statedTotal: FileRule = ({ file, kind }) => {
  const findings = new Findings();
  if (kind !== 'world-preset') return findings.list;
  for (const key of ['actors', 'groups']) {
    const stated = valueAt(file.value, [`${key}_total`]);
    const entries = valueAt(file.value, [key]);
    if (typeof stated !== 'number' || typeof entries !== 'object' || entries === null) continue;
    const count = Object.keys(entries).length;
    if (stated < count)
      findings.add(
        'warning',
        'table-total-mismatch',
        { file, at: [`${key}_total`] },
        tell`This states ${stated}, but "${key}" has ${count}. Correct the number, or remove it.`,
      );
  }
  return findings.list;
};
