import { incompleteBeta, invert } from './special.ts';

function assertProbability(p: number): void {
  if (!(p >= 0 && p <= 1)) throw new RangeError(`a probability lies between 0 and 1: ${p}`);
}

function assertDf(df: number): void {
  if (!(df > 0)) throw new RangeError(`degrees of freedom must be positive: ${df}`);
}

const density = (z: number): number => Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);

/** P(Z ≤ z). Series in the middle, continued fraction in the tail (Abramowitz & Stegun 26.2.11, 26.2.14). */
export function normalCdf(z: number): number {
  if (Number.isNaN(z)) throw new RangeError('not a number where a z value is asked for');
  if (z > 0) return 1 - normalCdf(-z);
  const size = -z;
  if (size > 3) {
    let tail = size;
    for (let k = 200; k >= 1; k--) tail = size + k / tail;
    return density(size) / tail;
  }
  let term = size;
  let sum = size;
  for (let k = 3; term > 1e-18; k += 2) {
    term *= (size * size) / k;
    sum += term;
  }
  return 0.5 - density(size) * sum;
}

/** The z with P(Z ≤ z) = p. */
export function normalQuantile(p: number): number {
  assertProbability(p);
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  return p > 0.5 ? -normalQuantile(1 - p) : p === 0.5 ? 0 : invert(normalCdf, p, -40, 0);
}

/** P(T ≤ t) of Student's t. */
export function tCdf(t: number, df: number): number {
  assertDf(df);
  const square = t * t;
  const tail = incompleteBeta(df / (df + square), df / 2, 0.5, square / (df + square)) / 2;
  return t > 0 ? 1 - tail : tail;
}

/** P(|T| ≥ |t|). */
export function tTwoSided(t: number, df: number): number {
  return Number.isFinite(t) ? 2 * tCdf(-Math.abs(t), df) : 0;
}

/** The t with P(T ≤ t) = p. */
export function tQuantile(p: number, df: number): number {
  assertProbability(p);
  assertDf(df);
  if (p === 0 || p === 1) return p === 0 ? -Infinity : Infinity;
  if (p === 0.5) return 0;
  if (p > 0.5) return -tQuantile(1 - p, df);
  let low = -1;
  while (tCdf(low, df) > p) low *= 2;
  return invert((t) => tCdf(t, df), p, low, 0);
}

/** P(F ≥ f) with the given degrees of freedom. */
export function fUpper(f: number, df1: number, df2: number): number {
  assertDf(df1);
  assertDf(df2);
  if (!Number.isFinite(f)) return 0;
  const scaled = df1 * f;
  return incompleteBeta(df2 / (df2 + scaled), df2 / 2, df1 / 2, scaled / (df2 + scaled));
}

/** The x with P(Beta(a, b) ≤ x) = p. */
export function betaQuantile(p: number, a: number, b: number): number {
  assertProbability(p);
  return p === 0 || p === 1 ? p : invert((x) => incompleteBeta(x, a, b), p, 0, 1);
}

/** P(X ≤ k) of a binomial. */
export function binomialCdf(k: number, n: number, p: number): number {
  assertProbability(p);
  if (k < 0) return 0;
  return k >= n ? 1 : incompleteBeta(1 - p, n - k, k + 1, p);
}
