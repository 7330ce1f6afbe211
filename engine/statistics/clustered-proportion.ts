import { clusteredMean } from './clustered-mean.ts';
import type { Clustered } from './clusters.ts';
import { tQuantile } from './distributions.ts';
import { CONFIDENCE, sum, type Interval } from './numbers.ts';
import { clopperPearson, clopperPearsonLower } from './proportions.ts';

export interface ClusteredProportion {
  readonly rate: number;
  readonly n: number;
  readonly hits: number;
  readonly clusters: number;
  /** Cluster-robust error (CR1); null below two clusters. */
  readonly se: number | null;
  /** How many independent items the sample is worth. */
  readonly effective: number;
  /** Two-sided; null below two clusters. */
  readonly interval: Interval | null;
  /** One-sided lower bound; null below two clusters. */
  readonly lower: number | null;
}

/**
 * A rate of 0/1 items in clusters, weighted when items have weights, with Clopper–Pearson bounds on the effective
 * sample (Korn & Graubard 1998): n_eff = p(1 − p)/se², at most n, times (t(n − 1)/t(C − 1))². At 0 and 1 the spread
 * says nothing of the clusters; each then counts as one item, the most cautious reading. So a small sample never gives
 * an interval without width.
 *
 * @throws RangeError of no items, of values other than 0 and 1, or as {@link clusteredMean}
 */
export function clusteredProportion(
  items: readonly Clustered[],
  confidence: number = CONFIDENCE,
): ClusteredProportion {
  if (items.some(({ value }) => value !== 0 && value !== 1))
    throw new RangeError('a proportion is of items that are 0 or 1');
  const { mean: rate, n, clusters, se } = clusteredMean(items);
  const head = { rate, n, hits: sum(items.map(({ value }) => value)), clusters, se };
  if (se === null) return { ...head, effective: clusters, interval: null, lower: null };
  const spread = rate * (1 - rate);
  const worth = spread < 1e-12 || se < 1e-12 ? clusters : Math.min(n, spread / se ** 2);
  const effective = (oneSided: number): number =>
    Math.min(n, Math.max(1, worth * (tQuantile(oneSided, n - 1) / tQuantile(oneSided, clusters - 1)) ** 2));
  const two = effective(0.5 + confidence / 2);
  const one = effective(confidence);
  return {
    ...head,
    effective: worth,
    interval: clopperPearson(rate * two, two, confidence),
    lower: clopperPearsonLower(rate * one, one, confidence),
  };
}
