import { clusteredMean, tInterval } from './clustered-mean.ts';
import { byCluster, type Clustered } from './clusters.ts';
import { binomialCdf, tTwoSided } from './distributions.ts';
import { CONFIDENCE, mean, standardError, sum, type Interval } from './numbers.ts';
import { signFlip, type SignFlip } from './sign-flip.ts';

export interface TTest {
  readonly mean: number;
  readonly se: number | null;
  readonly t: number | null;
  readonly df: number | null;
  readonly p: number | null;
  readonly interval: Interval | null;
}

const test = (difference: number, se: number | null, df: number | null, confidence: number): TTest => {
  const head = { mean: difference, se, df };
  if (se === null || df === null || se < 1e-12) return { ...head, t: null, p: null, interval: null };
  const t = difference / se;
  return { ...head, t, p: tTwoSided(t, df), interval: tInterval(difference, se, df, confidence) };
};

/** t test of differences that are independent of each other. @throws RangeError of none */
export function pairedT(differences: readonly number[], confidence: number = CONFIDENCE): TTest {
  const n = differences.length;
  return test(mean(differences), standardError(differences), n < 2 ? null : n - 1, confidence);
}

export interface ClusteredPaired extends TTest {
  readonly n: number;
  readonly clusters: number;
  readonly signFlip: SignFlip;
}

/** Differences in clusters: t test with the cluster-robust error (CR1, C − 1), and the exact sign flip of cluster sums. */
export function clusteredPaired(
  differences: readonly Clustered[],
  confidence: number = CONFIDENCE,
): ClusteredPaired {
  const { mean: difference, se, df, n, clusters } = clusteredMean(differences);
  const sums = [...byCluster(differences).values()].map((group) => sum(group.map(({ value }) => value)));
  return { ...test(difference, se, df, confidence), n, clusters, signFlip: signFlip(sums) };
}

/** Exact two-sided McNemar test of b changes one way and c the other; 1 when nothing changed. */
export function mcNemar(b: number, c: number): number {
  const n = b + c;
  const few = Math.min(b, c);
  // Halves are summed without rounding; beyond what a number can halve, the incomplete beta is near enough.
  if (n > 1000) return Math.min(1, 2 * binomialCdf(few, n, 0.5));
  let term = 0.5 ** n;
  let tail = 0;
  for (let k = 0; k <= few; k++) {
    tail += term;
    term = (term * (n - k)) / (k + 1);
  }
  return Math.min(1, 2 * tail);
}
