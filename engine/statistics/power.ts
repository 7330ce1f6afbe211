import { normalQuantile, tQuantile } from './distributions.ts';

export interface Design {
  /** Variance over cases of the true difference. */
  readonly between: number;
  /** Variance of a single run within a case, and the runs a case, of either side. */
  readonly within?: {
    readonly a: number;
    readonly runsA: number;
    readonly b: number;
    readonly runsB: number;
  };
  /** Two-sided level; .05 unless given. */
  readonly alpha?: number;
  /** .8 unless given. */
  readonly power?: number;
}

/** Variance of one case's difference of means. */
const spread = ({ between, within }: Design): number =>
  between + (within === undefined ? 0 : within.a / within.runsA + within.b / within.runsB);

const reach = ({ alpha = 0.05, power = 0.8 }: Design): number =>
  normalQuantile(1 - alpha / 2) + normalQuantile(power);

/** Independent cases that are needed to see a difference (Miller 2024): (z_{α/2} + z_β)²·variance/δ². Not rounded. */
export function casesNeeded(difference: number, design: Design): number {
  if (!(difference > 0)) throw new RangeError(`a difference above 0, not ${difference}`);
  return (reach(design) ** 2 * spread(design)) / difference ** 2;
}

/** Smallest difference that n independent cases show with that power. */
export function detectable(n: number, design: Design): number {
  return reach(design) * Math.sqrt(spread(design) / n);
}

/** Smallest difference that a test with this error and these degrees of freedom shows with a power of .8. */
export function detectableAt(se: number, df: number, alpha = 0.05, power = 0.8): number {
  return (tQuantile(1 - alpha / 2, df) + tQuantile(power, df)) * se;
}
