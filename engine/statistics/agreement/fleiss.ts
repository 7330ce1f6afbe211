/**
 * Fleiss' κ of more than two raters. Null when chance alone explains all.
 *
 * @param counts for each item, how many raters chose each category; every item has the same number of raters
 */
export function fleissKappa(counts: readonly (readonly number[])[]): number | null {
  const raters = counts[0]?.reduce((all, n) => all + n, 0) ?? 0;
  if (counts.some((row) => row.reduce((all, n) => all + n, 0) !== raters))
    throw new RangeError('Fleiss’ kappa needs the same number of raters for every item');
  if (raters < 2) return null;
  const items = counts.length;
  const agreed =
    counts.reduce((all, row) => all + row.reduce((s, n) => s + n * (n - 1), 0), 0) /
    (items * raters * (raters - 1));
  const categories = counts[0]?.length ?? 0;
  let chance = 0;
  for (let k = 0; k < categories; k++)
    chance += (counts.reduce((all, row) => all + (row[k] ?? 0), 0) / (items * raters)) ** 2;
  return 1 - chance < 1e-12 ? null : (agreed - chance) / (1 - chance);
}
