/** A cell as the check of totals sees it, with the way to its place. */
export interface TotalCell<P> {
  readonly text: string;
  readonly place: P;
}

/** A stated total that the rows above it do not give. */
export interface WrongTotal<P> {
  readonly place: P;
  readonly stated: string;
  readonly column: string;
  readonly sum: string;
}

const TOTAL = /^(?:合计|总计|共计|总和|总数|汇总|(?:grand )?total|sum)[:：]?$/i;
const SUBTOTAL = /^(?:小计|sub-?total)[:：]?$/i;
/** Columns whose figures are not added up. */
const NOT_ADDED =
  /平均|均值|人均|均价|单价|率|占比|比例|%|％|averag|\bavg\b|\bmean\b|\brate\b|ratio|percent/i;
const NUMBER = /^\s*[¥￥$€]?\s*(-?\d+(?:,\d{3})*(?:\.\d+)?)\s*[^\d\s.,%％]{0,4}\s*$/;

interface Sum {
  /** In units of the last decimal that stands anywhere, so that it is exact. */
  readonly value: bigint;
  readonly decimals: number;
}

/** The totals of a table that disagree with its rows. `columns`: names of the columns; rows have a cell for each, or none. */
export function wrongTotals<P>(
  columns: readonly string[],
  rows: readonly (readonly (TotalCell<P> | undefined)[])[],
): WrongTotal<P>[] {
  const wrong: WrongTotal<P>[] = [];
  const kinds = rows.map(kindOf);
  if (!kinds.some((kind) => kind !== 'row')) return wrong;
  columns.forEach((column, c) => {
    if (NOT_ADDED.test(column)) return;
    let all: Sum[] = [];
    let since: Sum[] = [];
    rows.forEach((row, r) => {
      const cell = row[c];
      const figure = cell === undefined ? null : read(cell.text);
      if (kinds[r] === 'row') {
        if (figure === null) return;
        all.push(figure);
        since.push(figure);
        return;
      }
      const parts = kinds[r] === 'total' ? all : since;
      if (figure !== null && cell !== undefined && parts.length > 0 && !equal(sumOf(parts), figure))
        wrong.push({ place: cell.place, stated: cell.text.trim(), column, sum: shown(sumOf(parts)) });
      if (kinds[r] === 'total') all = [];
      since = [];
    });
  });
  return wrong;
}

function kindOf(row: readonly (TotalCell<unknown> | undefined)[]): 'row' | 'subtotal' | 'total' {
  for (const cell of row) {
    const text = cell?.text.trim() ?? '';
    if (TOTAL.test(text)) return 'total';
    if (SUBTOTAL.test(text)) return 'subtotal';
  }
  return 'row';
}

function read(text: string): Sum | null {
  const digits = NUMBER.exec(text.replaceAll('*', ''))?.[1]?.replaceAll(',', '');
  if (digits === undefined) return null;
  const [whole = '', rest = ''] = digits.split('.');
  return { value: BigInt(whole + rest), decimals: rest.length };
}

function sumOf(figures: readonly Sum[]): Sum {
  const decimals = Math.max(...figures.map((figure) => figure.decimals));
  return { value: figures.reduce((sum, figure) => sum + scaled(figure, decimals), 0n), decimals };
}

const scaled = ({ value, decimals }: Sum, to: number): bigint => value * 10n ** BigInt(to - decimals);

function equal(a: Sum, b: Sum): boolean {
  const decimals = Math.max(a.decimals, b.decimals);
  return scaled(a, decimals) === scaled(b, decimals);
}

function shown({ value, decimals }: Sum): string {
  if (decimals === 0) return value.toString();
  const digits = (value < 0n ? -value : value).toString().padStart(decimals + 1, '0');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
