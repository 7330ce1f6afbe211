import { normalQuantile } from './distributions.ts';
import { clip, CONFIDENCE, type Interval } from './numbers.ts';

export interface JudgedRate {
  /** Share that the judge calls met, and the number of items. */
  readonly rate: number;
  readonly n: number;
  /** Share of truly unmet items that the judge calls unmet, measured on `unmet` labelled ones. */
  readonly specificity: number;
  readonly unmet: number;
  /** Share of truly met items that the judge calls met, measured on `met` labelled ones. */
  readonly sensitivity: number;
  readonly met: number;
}

export interface CorrectedRate {
  /** Clipped to 0 … 1. */
  readonly rate: number;
  /** Clipped to 0 … 1. */
  readonly interval: Interval;
  /** Delta-method error of the unsmoothed estimate. */
  readonly se: number;
}

/**
 * Rogan & Gladen: the true rate behind a judge that errs, (p + q0 − 1)/(q0 + q1 − 1), with the interval of Lee et al.
 * (2511.21140; smoothing and shift of Lang & Reiczigel 2014), which counts the calibration labels' own uncertainty.
 *
 * @returns null when q0 + q1 ≤ 1: such a judge knows nothing, and the formula turns over
 * @throws RangeError for shares outside 0 … 1 or no labels
 */
export function correctedRate(judged: JudgedRate, confidence: number = CONFIDENCE): CorrectedRate | null {
  const { rate: p, n, specificity: q0, unmet: m0, sensitivity: q1, met: m1 } = judged;
  if ([p, q0, q1].some((share) => !(share >= 0 && share <= 1)))
    throw new RangeError('rate, specificity and sensitivity lie between 0 and 1');
  if ([n, m0, m1].some((count) => !(count >= 1)))
    throw new RangeError('a corrected rate needs judged items, and labelled ones that are met and unmet');
  if (q0 + q1 <= 1) return null;
  const z = normalQuantile(0.5 + confidence / 2);
  const rate = estimate(p, q0, q1);
  const se = Math.sqrt(spread({ p, n, q0, m0, q1, m1, rate }));
  const smooth = {
    p: (n * p + (z * z) / 2) / (n + z * z),
    n: n + z * z,
    q0: (m0 * q0 + 1) / (m0 + 2),
    m0: m0 + 2,
    q1: (m1 * q1 + 1) / (m1 + 2),
    m1: m1 + 2,
  };
  if (smooth.q0 + smooth.q1 <= 1) return null;
  const middle = estimate(smooth.p, smooth.q0, smooth.q1);
  const shift =
    2 *
    z *
    z *
    ((-(1 - middle) * smooth.q0 * (1 - smooth.q0)) / smooth.m0 +
      (middle * smooth.q1 * (1 - smooth.q1)) / smooth.m1);
  const reach = z * Math.sqrt(spread({ ...smooth, rate: middle }));
  return {
    rate: Math.min(1, Math.max(0, rate)),
    interval: clip({ low: middle + shift - reach, high: middle + shift + reach }),
    se,
  };
}

const estimate = (p: number, q0: number, q1: number): number => (p + q0 - 1) / (q0 + q1 - 1);

function spread(x: {
  p: number;
  n: number;
  q0: number;
  m0: number;
  q1: number;
  m1: number;
  rate: number;
}): number {
  const top =
    (x.p * (1 - x.p)) / x.n +
    ((1 - x.rate) ** 2 * x.q0 * (1 - x.q0)) / x.m0 +
    (x.rate ** 2 * x.q1 * (1 - x.q1)) / x.m1;
  return top / (x.q0 + x.q1 - 1) ** 2;
}
