import type { JudgeFilled, JudgeTemplate, Verdict } from '../../schemas/index.ts';

type CrossCheck = NonNullable<Verdict['cross_check']>;

export interface CrossCheckInput {
  readonly template: JudgeTemplate;
  /** Both as `acceptDecisions` let them through; labels of people are in neither. */
  readonly first: JudgeFilled;
  readonly second: JudgeFilled;
  /** The verdict by the second judge alone. */
  readonly bySecond: Pick<Verdict, 'score' | 'required_met' | 'status' | 'judge'>;
  /** Points that the checks decide: both judges have them from there, so that they say nothing of agreement. */
  readonly byCode: ReadonlySet<string>;
}

/**
 * Holds the second judge's words against the first's, point by point. They agree when no point has two words; one that
 * only one of them could judge has two.
 */
export function crossCheckOf({ template, first, second, bySecond, byCode }: CrossCheckInput): CrossCheck {
  const wordIn = (judged: JudgeFilled, id: string): 'met' | 'unmet' | null =>
    judged.decisions.find((decision) => decision.id === id)?.met ?? null;
  const points = template.decisions.map(({ id, kind }) => ({
    id,
    kind,
    first: wordIn(first, id),
    second: wordIn(second, id),
  }));
  const disagreements = points
    .filter((point) => point.first !== point.second)
    .map(({ id, first: one, second: other }) => ({ id, first: one, second: other }));
  return {
    judge: bySecond.judge,
    score: bySecond.score,
    required_met: bySecond.required_met,
    status: bySecond.status,
    disagreements,
    agree: disagreements.length === 0,
    points: points.filter(({ id }) => !byCode.has(id)),
  };
}
