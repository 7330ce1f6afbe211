import { byCluster, type Clustered } from './clusters.ts';
import { fUpper } from './distributions.ts';
import { mean, sum } from './numbers.ts';

export interface Icc {
  readonly n: number;
  readonly clusters: number;
  /** Size of a cluster, corrected for unequal ones: (n − Σ n_c²/n)/(k − 1). */
  readonly n0: number;
  /** Mean squares between and within clusters. */
  readonly msb: number;
  readonly msw: number;
  readonly icc: number;
  /** Null when nothing varies within clusters: F is infinite, or not defined. */
  readonly f: number | null;
  readonly p: number | null;
  /** Kish: 1 + (n̄ − 1)·ICC, not below 1 (a negative ICC is read as none). */
  readonly deff: number;
  readonly effective: number;
}

/**
 * ICC(1): how alike the items of a cluster are, from a one-way analysis of variance with unequal sizes. Null when it is
 * not defined: one cluster, one item in each, or no variation at all.
 */
export function icc(items: readonly Clustered[]): Icc | null {
  const groups = [...byCluster(items).values()].map((group) => group.map(({ value }) => value));
  const n = items.length;
  const k = groups.length;
  if (k < 2 || n <= k) return null;
  const all = mean(items.map(({ value }) => value));
  const msb = sum(groups.map((group) => group.length * (mean(group) - all) ** 2)) / (k - 1);
  const msw =
    sum(
      groups.map((group) => {
        const middle = mean(group);
        return sum(group.map((value) => (value - middle) ** 2));
      }),
    ) /
    (n - k);
  const n0 = (n - sum(groups.map((group) => group.length ** 2)) / n) / (k - 1);
  const whole = msb + (n0 - 1) * msw;
  if (whole < 1e-15) return null;
  const value = (msb - msw) / whole;
  const f = msw < 1e-15 ? null : msb / msw;
  const deff = Math.max(1, 1 + (n / k - 1) * value);
  return {
    n,
    clusters: k,
    n0,
    msb,
    msw,
    icc: value,
    f,
    p: f === null ? null : fUpper(f, k - 1, n - k),
    deff,
    effective: n / deff,
  };
}
