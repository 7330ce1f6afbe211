import { normalQuantile } from './distributions.ts';
import { assertFinite, CONFIDENCE, mean, variance, type Interval } from './numbers.ts';

export interface PpiMean {
  readonly mean: number;
  readonly se: number;
  readonly interval: Interval | null;
  /** How much the judge's words count: 0 the labels alone, 1 plain prediction-powered inference. */
  readonly lambda: number;
}

/**
 * Mean of what people would say, from few labelled items and many that only the judge saw (PPI++, Angelopoulos et al.
 * 2023): λ·mean(f_u) + mean(Y − λf). Tuned unless λ is given: an untuned judge can be worse than the labels alone.
 * Null below two labelled or unlabelled items.
 *
 * @param labelled person's word and judge's word on the same item
 * @param unlabelled judge's words on the others
 */
export function ppiMean(
  labelled: readonly { readonly person: number; readonly judge: number }[],
  unlabelled: readonly number[],
  { lambda: given, confidence = CONFIDENCE }: { lambda?: number; confidence?: number } = {},
): PpiMean | null {
  const people = labelled.map(({ person }) => person);
  const judged = labelled.map(({ judge }) => judge);
  assertFinite([...people, ...judged, ...unlabelled]);
  const [n, more] = [labelled.length, unlabelled.length];
  if (n < 2 || more < 2) return null;
  const lambda = given ?? tuned(people, judged, unlabelled);
  const rest = labelled.map(({ person, judge }) => person - lambda * judge);
  const value = lambda * mean(unlabelled) + mean(rest);
  const se = Math.sqrt((lambda ** 2 * (variance(unlabelled, 0) ?? 0)) / more + (variance(rest, 0) ?? 0) / n);
  const reach = normalQuantile(0.5 + confidence / 2) * se;
  return {
    mean: value,
    se,
    lambda,
    interval: se < 1e-12 ? null : { low: value - reach, high: value + reach },
  };
}

/** cov(Y, f)/((1 + n/N)·var(f)), held in 0 … 1. */
function tuned(people: readonly number[], judged: readonly number[], unlabelled: readonly number[]): number {
  const [middleY, middleF] = [mean(people), mean(judged)];
  const n = people.length;
  const together = people.reduce((all, y, i) => all + (y - middleY) * ((judged[i] ?? 0) - middleF), 0) / n;
  const spread = variance([...judged, ...unlabelled]) ?? 0;
  if (spread < 1e-15) return 0;
  return Math.min(1, Math.max(0, together / ((1 + n / unlabelled.length) * spread)));
}
