/** Two ends of an interval, low first. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Confidence of every interval unless it says otherwise. */
export const CONFIDENCE = 0.95;

/** @throws RangeError when one of the values is not a finite number: it must never reach a report */
export function assertFinite(values: readonly number[], what = 'value'): void {
  const at = values.findIndex((value) => !Number.isFinite(value));
  if (at >= 0)
    throw new RangeError(
      `${what} ${at + 1} of ${values.length} is not a finite number: ${String(values[at])}`,
    );
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Arithmetic mean. @throws RangeError of nothing */
export function mean(values: readonly number[]): number {
  if (values.length === 0) throw new RangeError('no values: there is no mean');
  return sum(values) / values.length;
}

/** Variance; `ddof` 1 divides by n − 1, 0 by n. Null where that would divide by nothing. */
export function variance(values: readonly number[], ddof: 0 | 1 = 1): number | null {
  if (values.length <= ddof) return null;
  const middle = mean(values);
  return sum(values.map((value) => (value - middle) ** 2)) / (values.length - ddof);
}

/** Standard error of the mean of independent values, s/√n; null below two values. */
export function standardError(values: readonly number[]): number | null {
  const spread = variance(values);
  return spread === null ? null : Math.sqrt(spread / values.length);
}

/** Both ends held inside a range: for display only, the interval itself is wider. */
export function clip({ low, high }: Interval, least = 0, most = 1): Interval {
  const inside = (value: number): number => Math.min(most, Math.max(least, value));
  return { low: inside(low), high: inside(high) };
}
