import { byCluster, type Clustered } from './clusters.ts';
import { tQuantile } from './distributions.ts';
import { CONFIDENCE, sum, type Interval } from './numbers.ts';

/** CR0: no small-sample factor. CR1: times √(C/(C−1)), as inspect_ai does. */
export type ClusterVariant = 'CR0' | 'CR1';

export interface ClusteredMean {
  readonly mean: number;
  readonly n: number;
  readonly clusters: number;
  /** CR1 unless asked otherwise; null below two clusters. */
  readonly se: number | null;
  readonly variant: ClusterVariant;
  /** Degrees of freedom, C − 1; null below two clusters. */
  readonly df: number | null;
  /** Two-sided, mean ± t(C − 1)·se, not clipped; null when there is no error, or an error of zero. */
  readonly interval: Interval | null;
}

/**
 * Mean (weighted, when items have weights) with its cluster-robust error: √(Σ_c (Σ_{i∈c} w(x − x̄))²)/Σw, times
 * √(C/(C−1)) for CR1. An error of zero (every cluster sum alike) gives no interval: it would claim certainty that no
 * sample has.
 *
 * @throws RangeError of no items, or as {@link byCluster}
 */
export function clusteredMean(
  items: readonly Clustered[],
  { variant = 'CR1', confidence = CONFIDENCE }: { variant?: ClusterVariant; confidence?: number } = {},
): ClusteredMean {
  if (items.length === 0) throw new RangeError('no values: there is no mean');
  const groups = byCluster(items);
  const total = sum(items.map(({ weight = 1 }) => weight));
  const mean = sum(items.map(({ value, weight = 1 }) => value * weight)) / total;
  const head = { mean, n: items.length, clusters: groups.size, variant };
  if (groups.size < 2) return { ...head, se: null, df: null, interval: null };
  const squares = [...groups.values()].map(
    (group) => sum(group.map(({ value, weight = 1 }) => weight * (value - mean))) ** 2,
  );
  const df = groups.size - 1;
  const factor = variant === 'CR1' ? groups.size / df : 1;
  const se = Math.sqrt(factor * sum(squares)) / total;
  return { ...head, se, df, interval: tInterval(mean, se, df, confidence) };
}

/** estimate ± t·se; null for an error of (numerically) zero. */
export function tInterval(
  estimate: number,
  se: number,
  df: number,
  confidence: number = CONFIDENCE,
): Interval | null {
  if (!(se > 1e-12)) return null;
  const reach = tQuantile(0.5 + confidence / 2, df) * se;
  return { low: estimate - reach, high: estimate + reach };
}

/**
 * Ratio Σ numerator / Σ denominator over cases with its cluster-robust error (linearised, CR1): a rate over points,
 * when whole storylines vary together. Null when nothing is in the denominator.
 */
export function clusteredRatio(
  items: readonly { readonly numerator: number; readonly denominator: number; readonly cluster: string }[],
  options: { variant?: ClusterVariant; confidence?: number } = {},
): ClusteredMean | null {
  const counted = items.filter(({ denominator }) => denominator > 0);
  if (counted.length === 0) return null;
  return clusteredMean(
    counted.map(({ numerator, denominator, cluster }) => ({
      value: numerator / denominator,
      weight: denominator,
      cluster,
    })),
    options,
  );
}
