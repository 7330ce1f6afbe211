/** Two raters' words on one item. */
export interface Pair {
  readonly first: string;
  readonly second: string;
  /** What the item stands with (a case); when every pair has one, errors are clustered by it. */
  readonly cluster?: string;
}

/** Counts: rows are the first rater's categories, columns the second's, in one order. */
export type Table = readonly (readonly number[])[];

/** @throws RangeError when a table is not square, or holds something else than counts */
export function assertTable(table: Table): void {
  const ok = table.every(
    (row) => row.length === table.length && row.every((n) => n >= 0 && Number.isFinite(n)),
  );
  if (!ok) throw new RangeError('an agreement table is square and holds counts');
}

/** Both raters' categories, in alphabetical order; `known` ones count even if nobody used them. */
export function categoriesOf(pairs: readonly Pair[], known: readonly string[] = []): string[] {
  return [...new Set([...known, ...pairs.flatMap(({ first, second }) => [first, second])])].sort();
}

export function tableOf(pairs: readonly Pair[], categories: readonly string[]): Table {
  return categories.map((row) =>
    categories.map(
      (column) => pairs.filter(({ first, second }) => first === row && second === column).length,
    ),
  );
}

export interface Shares {
  readonly n: number;
  /** p_kl */
  readonly cells: Table;
  /** p_k+ */
  readonly rows: readonly number[];
  /** p_+k */
  readonly columns: readonly number[];
}

/** The table as shares of 1; null when it is empty. */
export function sharesOf(table: Table): Shares | null {
  assertTable(table);
  const n = table.flat().reduce((all, count) => all + count, 0);
  if (n === 0) return null;
  const cells = table.map((row) => row.map((count) => count / n));
  return {
    n,
    cells,
    rows: cells.map((row) => row.reduce((all, share) => all + share, 0)),
    columns: cells.map((_, k) => cells.reduce((all, row) => all + (row[k] ?? 0), 0)),
  };
}
