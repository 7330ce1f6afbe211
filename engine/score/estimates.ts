import type { Estimate, Untestable } from '../../schemas/index.ts';
import {
  clusterBootstrap,
  clusteredMean,
  clusteredRatio,
  lowCoverage,
  standardError,
  tInterval,
  type Clustered,
  type ClusteredMean,
  type IntervalKind,
  type Part,
} from '../statistics/index.ts';
import { meanOf } from './means.ts';

const EMPTY: Estimate = { value: null, se: null, df: null, interval: null };

/** `coverage`, where simulations say that the interval holds the truth too seldom. */
export function coverageLabel(kind: IntervalKind, clusters: number): { coverage?: number } {
  const share = lowCoverage(kind, clusters);
  return share === null ? {} : { coverage: share };
}

/** An estimate with its t interval by clusters, or the reason why it has none. */
export function estimateOf(
  found: Pick<ClusteredMean, 'mean' | 'se' | 'df' | 'interval' | 'clusters'>,
  kind: IntervalKind,
): Estimate {
  const { mean: value, se, df, interval, clusters } = found;
  if (interval === null)
    return { value, se, df, interval, untestable: clusters < 2 ? 'one_cluster' : 'no_spread' };
  return { value, se, df, interval, ...coverageLabel(kind, clusters) };
}

/** The value alone, where clusters are not known or there is nothing to look at. */
export function bare(value: number | null, why: Untestable): Estimate {
  return { ...EMPTY, value, untestable: why };
}

function bootstrapOf(parts: readonly Part[], kind: IntervalKind): NonNullable<Estimate['bootstrap']> | null {
  const found = clusterBootstrap(parts);
  if (found === null) return null;
  const { method, interval } = found;
  return { method, interval, ...(interval === null ? {} : coverageLabel(kind, parts.length)) };
}

const groupsOf = (items: readonly Clustered[]): number[][] => {
  const groups = new Map<string, number[]>();
  for (const { cluster, value } of items) groups.set(cluster, [...(groups.get(cluster) ?? []), value]);
  return [...groups.values()];
};

/** Mean over cases. Of no cases: empty. */
export function microEstimate(items: readonly Clustered[]): Estimate {
  if (items.length === 0) return bare(null, 'no_cases');
  const parts = groupsOf(items).map((values) => ({
    numerator: values.reduce((sum, value) => sum + value, 0),
    denominator: values.length,
  }));
  return { ...estimateOf(clusteredMean(items), 'micro_t'), bootstrap: bootstrapOf(parts, 'micro_bootstrap') };
}

/** Mean over storyline means; its error is that of the means. */
export function macroEstimate(items: readonly Clustered[]): Estimate {
  const means = groupsOf(items).map((values) => meanOf(values) ?? 0);
  const mean = meanOf(means);
  if (mean === null) return bare(null, 'no_cases');
  const clusters = means.length;
  const se = standardError(means);
  const interval = se === null ? null : tInterval(mean, se, clusters - 1);
  const parts = means.map((numerator) => ({ numerator, denominator: 1 }));
  return {
    ...estimateOf({ mean, se, df: se === null ? null : clusters - 1, interval, clusters }, 'macro_t'),
    bootstrap: bootstrapOf(parts, 'macro_bootstrap'),
  };
}

/** Points met of all points, by storylines. */
export function ratioEstimate(
  items: readonly { readonly numerator: number; readonly denominator: number; readonly cluster: string }[],
): Estimate {
  const found = clusteredRatio(items);
  return found === null ? bare(null, 'no_cases') : estimateOf(found, 'hit_rate_t');
}
