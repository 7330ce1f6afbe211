import { normalQuantile } from '../distributions.ts';
import { CONFIDENCE, type Interval } from '../numbers.ts';
import { sharesOf, type Table } from './table.ts';

export type Weights = 'none' | 'linear' | 'quadratic';

export interface Kappa {
  readonly value: number;
  readonly se: number;
  /** value ± z·se; null for an error of zero (the raters never differ). */
  readonly interval: Interval | null;
}

const distance = (weights: Weights, i: number, j: number): number =>
  weights === 'none' ? Number(i !== j) : weights === 'linear' ? Math.abs(i - j) : (i - j) ** 2;

/** Cohen's κ, weighted by the distance of categories if asked; null when chance alone explains all (one category). */
export function kappaOf(table: Table, weights: Weights = 'none'): number | null {
  const shares = sharesOf(table);
  if (shares === null) return null;
  const { cells, rows, columns } = shares;
  let observed = 0;
  let expected = 0;
  for (const [i, row] of rows.entries())
    for (const [j, column] of columns.entries()) {
      const weight = distance(weights, i, j);
      observed += weight * (cells[i]?.[j] ?? 0);
      expected += weight * row * column;
    }
  return expected < 1e-12 ? null : 1 - observed / expected;
}

/**
 * Unweighted κ with its large-sample error, not assuming independence (Fleiss, Cohen & Everitt 1969). Items count as
 * independent. Null as {@link kappaOf}.
 */
export function kappa(table: Table, confidence: number = CONFIDENCE): Kappa | null {
  const value = kappaOf(table);
  const shares = sharesOf(table);
  if (value === null || shares === null) return null;
  const { n, cells, rows, columns } = shares;
  const agreed = cells.reduce((all, row, k) => all + (row[k] ?? 0), 0);
  const chance = rows.reduce((all, row, k) => all + row * (columns[k] ?? 0), 0);
  let diagonal = 0;
  let off = 0;
  for (const [i, row] of cells.entries())
    for (const [j, share] of row.entries())
      if (i === j) diagonal += share * (1 - ((rows[i] ?? 0) + (columns[i] ?? 0)) * (1 - value)) ** 2;
      else off += share * ((columns[i] ?? 0) + (rows[j] ?? 0)) ** 2;
  off *= (1 - value) ** 2;
  const chanceTerm = (value - chance * (1 - value)) ** 2;
  const spread = Math.max(0, diagonal + off - chanceTerm) / ((1 - chance) ** 2 * n);
  const se = agreed === 1 ? 0 : Math.sqrt(spread);
  const reach = normalQuantile(0.5 + confidence / 2) * se;
  return { value, se, interval: se < 1e-12 ? null : { low: value - reach, high: value + reach } };
}
