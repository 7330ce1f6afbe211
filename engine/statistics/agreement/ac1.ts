import { sharesOf, type Table } from './table.ts';

/**
 * Gwet's AC1: agreement beyond the chance that a rater guesses, which does not collapse when one category is rare.
 * Null for an empty table or fewer than two categories.
 */
export function ac1Of(table: Table): number | null {
  const shares = sharesOf(table);
  if (shares === null || table.length < 2) return null;
  const { cells, rows, columns } = shares;
  const agreed = cells.reduce((all, row, k) => all + (row[k] ?? 0), 0);
  const chance =
    rows.reduce((all, row, k) => {
      const share = (row + (columns[k] ?? 0)) / 2;
      return all + share * (1 - share);
    }, 0) /
    (table.length - 1);
  return (agreed - chance) / (1 - chance);
}
