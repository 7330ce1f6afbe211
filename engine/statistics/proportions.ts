import { betaQuantile, normalQuantile } from './distributions.ts';
import { CONFIDENCE, type Interval } from './numbers.ts';

/** Counts may be fractional (effective sample sizes), but lie in 0 … n. @throws RangeError otherwise */
function assertCounts(hits: number, n: number): void {
  if (!(n > 0 && hits >= 0 && hits <= n && Number.isFinite(n)))
    throw new RangeError(`${hits} of ${n} is no proportion: 0 ≤ hits ≤ n, n > 0`);
}

/** Wilson's score interval for hits of n. */
export function wilson(hits: number, n: number, confidence: number = CONFIDENCE): Interval {
  assertCounts(hits, n);
  const z = normalQuantile(0.5 + confidence / 2);
  return { low: wilsonEnd(hits, n, -z), high: wilsonEnd(hits, n, z) };
}

function wilsonEnd(hits: number, n: number, z: number): number {
  // Rounding must not make the end of 0 or n something else than 0 or 1.
  if (z < 0 ? hits === 0 : hits === n) return z < 0 ? 0 : 1;
  const p = hits / n;
  const reach = z * Math.sqrt((p * (1 - p)) / n + (z * z) / (4 * n * n));
  return (p + (z * z) / (2 * n) + reach) / (1 + (z * z) / n);
}

/** One-sided lower bound of Wilson. */
export function wilsonLower(hits: number, n: number, confidence: number = CONFIDENCE): number {
  assertCounts(hits, n);
  return wilsonEnd(hits, n, -normalQuantile(confidence));
}

/** Clopper–Pearson: never covers less than it says. */
export function clopperPearson(hits: number, n: number, confidence: number = CONFIDENCE): Interval {
  const oneSided = 0.5 + confidence / 2;
  return { low: clopperPearsonLower(hits, n, oneSided), high: clopperPearsonUpper(hits, n, oneSided) };
}

/** One-sided lower bound of Clopper–Pearson. */
export function clopperPearsonLower(hits: number, n: number, confidence: number = CONFIDENCE): number {
  assertCounts(hits, n);
  return hits === 0 ? 0 : betaQuantile(1 - confidence, hits, n - hits + 1);
}

/** One-sided upper bound of Clopper–Pearson; of 0 hits it is the rule of three's exact form, 1 − (1 − confidence)^(1/n). */
export function clopperPearsonUpper(hits: number, n: number, confidence: number = CONFIDENCE): number {
  assertCounts(hits, n);
  return hits === n ? 1 : betaQuantile(confidence, hits + 1, n - hits);
}

/** Equal-tailed interval of the posterior Beta(hits + 1, n − hits + 1), from a flat prior. */
export function betaInterval(hits: number, n: number, confidence: number = CONFIDENCE): Interval {
  assertCounts(hits, n);
  const tail = (1 - confidence) / 2;
  return {
    low: betaQuantile(tail, hits + 1, n - hits + 1),
    high: betaQuantile(1 - tail, hits + 1, n - hits + 1),
  };
}

/** Trials without a single failure that are needed before the upper bound lies below `rate`. */
export function trialsForZeroFailures(rate: number, confidence: number = CONFIDENCE): number {
  if (!(rate > 0 && rate < 1)) throw new RangeError(`a rate between 0 and 1, not ${rate}`);
  return Math.floor(Math.log(1 - confidence) / Math.log(1 - rate)) + 1;
}
