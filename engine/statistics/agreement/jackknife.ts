import { tInterval } from '../clustered-mean.ts';
import { CONFIDENCE, sum, type Interval } from '../numbers.ts';
import type { Table } from './table.ts';

/** A group of items that is left out together, as its table; `times` how many such groups there are. */
export interface Group {
  readonly table: Table;
  readonly times: number;
}

export interface Jackknife {
  readonly se: number;
  /** estimate ± t(G − 1)·se; null for an error of zero. */
  readonly interval: Interval | null;
}

const minus = (a: Table, b: Table): Table =>
  a.map((row, i) => row.map((count, j) => count - (b[i]?.[j] ?? 0)));

/**
 * Error of a statistic of a table by leaving out one group after the other (Efron & Stein):
 * √((G − 1)/G · Σ (θ_g − θ̄)²). Null below two groups, or when the statistic does not exist without one of them.
 */
export function jackknife(
  whole: Table,
  groups: readonly Group[],
  statistic: (table: Table) => number | null,
  confidence: number = CONFIDENCE,
): Jackknife | null {
  const value = statistic(whole);
  const count = sum(groups.map(({ times }) => times));
  if (value === null || count < 2) return null;
  const without: { value: number; times: number }[] = [];
  for (const { table, times } of groups) {
    const left = statistic(minus(whole, table));
    if (left === null) return null;
    without.push({ value: left, times });
  }
  const middle = sum(without.map((one) => one.value * one.times)) / count;
  const squares = sum(without.map((one) => one.times * (one.value - middle) ** 2));
  const se = Math.sqrt(((count - 1) / count) * squares);
  return { se, interval: tInterval(value, se, count - 1, confidence) };
}
