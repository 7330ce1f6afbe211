import { normalCdf, normalQuantile } from './distributions.ts';
import { CONFIDENCE, sum, type Interval } from './numbers.ts';
import { seeded } from './random.ts';

/** What a cluster adds to a ratio Σ numerator / Σ denominator: (sum, count) for a mean over items, (mean, 1) over clusters. */
export interface Part {
  readonly numerator: number;
  readonly denominator: number;
}

export interface Resampled {
  readonly method: 'exact' | 'BCa';
  /** Of the resampled statistic; `sd` divides by the number of resamples. */
  readonly mean: number;
  readonly sd: number;
  /** Null when no resample differs from another. */
  readonly interval: Interval | null;
}

/** Up to so many clusters all C^C resamples are looked at: no chance is left in the result. */
export const EXACT_CLUSTERS = 6;
const DRAWS = 2000;

/**
 * Bootstrap of a ratio by whole clusters: every resample for up to {@link EXACT_CLUSTERS} clusters (percentiles), else
 * `draws` seeded ones, bias-corrected and accelerated (Efron 1987). Null below two clusters.
 */
export function clusterBootstrap(
  parts: readonly Part[],
  {
    confidence = CONFIDENCE,
    draws = DRAWS,
    seed = 1,
  }: { confidence?: number; draws?: number; seed?: number } = {},
): Resampled | null {
  const used = parts.filter(({ denominator }) => denominator > 0);
  if (used.length < 2) return null;
  return used.length <= EXACT_CLUSTERS
    ? exactBootstrap(used, confidence)
    : bcaBootstrap(used, confidence, draws, seed);
}

const ratio = (parts: readonly Part[]): number =>
  sum(parts.map(({ numerator }) => numerator)) / sum(parts.map(({ denominator }) => denominator));

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

function exactBootstrap(parts: readonly Part[], confidence: number): Resampled {
  const all: Weighted[] = [];
  const size = parts.length;
  const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
  // Resamples that differ in order only are one: with how often each cluster is drawn, and the number of orders.
  const draw = (at: number, left: number, numerator: number, denominator: number, orders: number): void => {
    const part = parts[at];
    if (part === undefined) return;
    if (at === size - 1) {
      const value = (numerator + left * part.numerator) / (denominator + left * part.denominator);
      all.push({ value, weight: orders / factorial(left) });
      return;
    }
    for (let n = 0; n <= left; n++)
      draw(
        at + 1,
        left - n,
        numerator + n * part.numerator,
        denominator + n * part.denominator,
        orders / factorial(n),
      );
  };
  draw(0, size, 0, 0, factorial(size));
  const total = size ** size;
  const mean = sum(all.map(({ value, weight }) => value * weight)) / total;
  const sd = Math.sqrt(sum(all.map(({ value, weight }) => weight * (value - mean) ** 2)) / total);
  all.sort((a, b) => a.value - b.value);
  const at = (share: number): number => quantile(all, total, share);
  return { method: 'exact', mean, sd, interval: ends(at, (1 - confidence) / 2, (1 + confidence) / 2) };
}

/** Linear quantile of sorted values that stand for `weight` equal ones each. */
function quantile(sorted: readonly Weighted[], total: number, share: number): number {
  const place = share * (total - 1);
  const below = Math.floor(place);
  let seen = 0;
  let low: number | undefined;
  for (const { value, weight } of sorted) {
    seen += Math.round(weight);
    if (low === undefined && below < seen) low = value;
    if (low !== undefined && below + 1 < seen) return low + (value - low) * (place - below);
  }
  return low ?? Number.NaN;
}

function ends(at: (share: number) => number, low: number, high: number): Interval | null {
  const interval = { low: at(low), high: at(high) };
  return interval.high - interval.low > 1e-12 ? interval : null;
}

function bcaBootstrap(parts: readonly Part[], confidence: number, draws: number, seed: number): Resampled {
  const random = seeded(seed);
  const estimate = ratio(parts);
  const values = new Float64Array(draws);
  for (let i = 0; i < draws; i++) {
    let numerator = 0;
    let denominator = 0;
    for (let n = 0; n < parts.length; n++) {
      const part = parts[Math.floor(random() * parts.length)];
      numerator += part?.numerator ?? 0;
      denominator += part?.denominator ?? 0;
    }
    values[i] = numerator / denominator;
  }
  values.sort();
  const mean = values.reduce((all, value) => all + value, 0) / draws;
  const sd = Math.sqrt(values.reduce((all, value) => all + (value - mean) ** 2, 0) / draws);
  const sorted = [...values].map((value) => ({ value, weight: 1 }));
  const below = values.filter((value) => value < estimate - 1e-12).length;
  const same = values.filter((value) => Math.abs(value - estimate) <= 1e-12).length;
  const bias = normalQuantile(Math.min(1 - 0.5 / draws, Math.max(0.5 / draws, (below + same / 2) / draws)));
  const pull = acceleration(parts);
  const shifted = (share: number): number => {
    const z = bias + normalQuantile(share);
    return normalCdf(bias + z / (1 - pull * z));
  };
  const at = (share: number): number => quantile(sorted, draws, share);
  const tail = (1 - confidence) / 2;
  return { method: 'BCa', mean, sd, interval: ends(at, shifted(tail), shifted(1 - tail)) };
}

/** Skewness of the leave-one-cluster-out values, over six. */
function acceleration(parts: readonly Part[]): number {
  const without = parts.map((_, i) => ratio(parts.filter((__, j) => j !== i)));
  const middle = sum(without) / without.length;
  const cubes = sum(without.map((value) => (middle - value) ** 3));
  const squares = sum(without.map((value) => (middle - value) ** 2));
  return squares < 1e-24 ? 0 : cubes / (6 * squares ** 1.5);
}
