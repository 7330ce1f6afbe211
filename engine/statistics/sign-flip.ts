import { assertFinite, sum } from './numbers.ts';

export interface SignFlip {
  /** Two-sided; null when there are too many sums to look at every pattern. */
  readonly p: number | null;
  /** Smallest p that so many sums can give, 2/2^C: above the level that is asked for, nothing can be shown. */
  readonly smallest: number;
}

/** 2^20 patterns a half: beyond that the t test stands alone, and the approximation is good. */
const MOST = 40;

/**
 * Exact sign-flip test of cluster sums against a mean of zero: under the null each sum is as likely with the other sign.
 * p = the share of the 2^C sign patterns whose total is at least as far from zero as the one that was seen.
 *
 * All patterns count without being listed: those of one half are sorted against those of the other.
 */
export function signFlip(sums: readonly number[]): SignFlip {
  assertFinite(sums);
  const scale = Math.max(...sums.map(Math.abs), 0);
  const moving = sums.filter((value) => Math.abs(value) > 1e-12 * scale);
  const smallest = Math.min(1, 2 / 2 ** sums.length);
  // Flipping a zero changes nothing: it doubles what is far and what is not.
  if (moving.length > MOST) return { p: null, smallest };
  // Equal totals reached in another order differ in their last bits.
  const seen = Math.abs(sum(moving)) - 1e-9 * scale;
  if (seen <= 0) return { p: 1, smallest };
  const middle = moving.length >> 1;
  const left = totals(moving.slice(0, middle));
  const right = totals(moving.slice(middle));
  // The patterns are symmetric: both tails are twice the upper one.
  let far = 0;
  let from = right.length;
  for (const total of left) {
    while (from > 0 && total + (right[from - 1] ?? 0) >= seen) from -= 1;
    far += right.length - from;
  }
  return { p: Math.min(1, (2 * far) / 2 ** moving.length), smallest };
}

/** Totals of all sign patterns, ascending: each value merges two copies of what is there, moved down and up. */
function totals(values: readonly number[]): Float64Array {
  let sorted = new Float64Array([0]);
  for (const value of values) {
    const size = Math.abs(value);
    const next = new Float64Array(sorted.length * 2);
    let low = 0;
    let high = 0;
    for (let i = 0; i < next.length; i++) {
      const down = low < sorted.length ? (sorted[low] ?? 0) - size : Infinity;
      const up = high < sorted.length ? (sorted[high] ?? 0) + size : Infinity;
      if (down <= up) {
        next[i] = down;
        low += 1;
      } else {
        next[i] = up;
        high += 1;
      }
    }
    sorted = next;
  }
  return sorted;
}
