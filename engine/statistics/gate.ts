import { CONFIDENCE } from './numbers.ts';
import { wilsonLower } from './proportions.ts';

/**
 * Smallest number of independent items at which the one-sided lower bound (Wilson) of an observed rate reaches a gate;
 * hits are rounded to whole ones. Null when the rate does not lie above the gate, or more than `most` would be needed.
 * Items in clusters are worth less: multiply by the design effect.
 */
export function neededForGate(
  rate: number,
  gate: number,
  { confidence = CONFIDENCE, most = 100_000 }: { confidence?: number; most?: number } = {},
): number | null {
  if (!(rate > gate)) return null;
  for (let n = 2; n <= most; n++) {
    const hits = Math.round(rate * n);
    if (hits / n > gate && wilsonLower(hits, n, confidence) >= gate) return n;
  }
  return null;
}

/** Smallest n at which even a perfect sample reaches the gate: below it nothing can be shown. */
export function reachableForGate(gate: number, confidence: number = CONFIDENCE): number {
  if (!(gate >= 0 && gate < 1)) throw new RangeError(`a gate from 0 up to below 1, not ${gate}`);
  let n = 1;
  while (wilsonLower(n, n, confidence) < gate) n += 1;
  return n;
}
