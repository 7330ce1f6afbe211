import { sharesOf, type Table } from './table.ts';

/** How far apart two ratings lie. */
export type Level = 'nominal' | 'ordinal' | 'interval';

/**
 * Krippendorff's α over units, each rated by any number of raters (null: not rated). Units with fewer than two ratings
 * are left out. Null when nothing can be compared, or no two ratings differ at all.
 *
 * @param level of ordinal and interval ratings, values are the categories' numbers
 */
export function alphaOf(
  units: readonly (readonly (number | null)[])[],
  level: Level = 'nominal',
): number | null {
  const rated = units
    .map((unit) => unit.filter((value) => value !== null))
    .filter((unit) => unit.length >= 2);
  const totals = new Map<number, number>();
  for (const value of rated.flat()) totals.set(value, (totals.get(value) ?? 0) + 1);
  const categories = [...totals.keys()].sort((a, b) => a - b);
  const n = rated.flat().length;
  if (n === 0) return null;
  const delta = distances(categories, totals, level);
  const at = new Map(categories.map((value, i) => [value, i]));
  const between = (a: number, b: number): number => delta[at.get(a) ?? 0]?.[at.get(b) ?? 0] ?? 0;
  let observed = 0;
  for (const unit of rated)
    for (const a of unit) for (const b of unit) observed += between(a, b) / (unit.length - 1);
  let expected = 0;
  for (const [a, na] of totals) for (const [b, nb] of totals) expected += between(a, b) * na * nb;
  return expected < 1e-12 ? null : 1 - ((n - 1) * observed) / expected;
}

/** Squared differences between categories (in ascending order). */
function distances(
  categories: readonly number[],
  totals: ReadonlyMap<number, number>,
  level: Level,
): number[][] {
  const count = (value: number | undefined): number => (value === undefined ? 0 : (totals.get(value) ?? 0));
  return categories.map((a, i) =>
    categories.map((b, j) => {
      if (i === j) return 0;
      if (level === 'nominal') return 1;
      if (level === 'interval') return (a - b) ** 2;
      const [low, high] = i < j ? [i, j] : [j, i];
      const ranks = categories.slice(low, high + 1).reduce((all, value) => all + count(value), 0);
      return (ranks - (count(categories[low]) + count(categories[high])) / 2) ** 2;
    }),
  );
}

/** Nominal α of two raters who both rated every item, from their table. Null as {@link alphaOf}. */
export function alphaOfTable(table: Table): number | null {
  const shares = sharesOf(table);
  if (shares === null) return null;
  const { n, cells, rows, columns } = shares;
  const apart = 1 - cells.reduce((all, row, k) => all + (row[k] ?? 0), 0);
  const expected = 1 - rows.reduce((all, row, k) => all + ((row + (columns[k] ?? 0)) / 2) ** 2, 0);
  // Values that can be paired: 2n, and a value is not compared with itself.
  return expected < 1e-12 ? null : 1 - (((2 * n - 1) / (2 * n)) * apart) / expected;
}
