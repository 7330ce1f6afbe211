import type { Summary, Verdict } from '../../schemas/index.ts';

/** What is taken means of. */
export type Scored = Pick<Verdict, 'score' | 'required_met' | 'required_total'>;

/** A planned case with the verdict that counts; undefined when it was not run. */
export interface CaseScore<V extends Scored = Scored> {
  readonly storyline: string;
  readonly verdict: V | undefined;
}

/** Arithmetic mean; null of nothing. */
export function meanOf(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Scores by storyline, in the order of the plan; `instead` stands for a missing score, which is left out without it. */
function byStoryline(cases: readonly CaseScore[], instead?: number): Map<string, number[]> {
  const groups = new Map<string, number[]>();
  for (const { storyline, verdict } of cases) {
    const scores = groups.get(storyline) ?? [];
    groups.set(storyline, scores);
    const score = verdict?.score ?? instead;
    if (score !== undefined) scores.push(score);
  }
  return groups;
}

const means = (groups: Map<string, number[]>): number[] =>
  [...groups.values()].flatMap((scores) => meanOf(scores) ?? []);

/** Mean of the storyline means, over storylines with a scored case. */
export function macroOf(cases: readonly CaseScore[]): number | null {
  return meanOf(means(byStoryline(cases)));
}

/** Required points met (after the gate) of all required points, over scored cases; null when there are none. */
export function hitRate(verdicts: readonly Scored[]): number | null {
  const scored = verdicts.filter((verdict) => verdict.score !== null);
  const total = scored.reduce((sum, verdict) => sum + verdict.required_total, 0);
  return total === 0 ? null : scored.reduce((sum, verdict) => sum + verdict.required_met, 0) / total;
}

/** Micro and macro with every case that has no score as 0 and as 1. Of no cases at all: 0 to 1. */
export function boundsOfBatch(cases: readonly CaseScore[]): NonNullable<Summary['bounds']> {
  const micro = (instead: number): number =>
    meanOf(cases.map(({ verdict }) => verdict?.score ?? instead)) ?? instead;
  const macro = (instead: number): number => meanOf(means(byStoryline(cases, instead))) ?? instead;
  return {
    micro: { worst: micro(0), best: micro(1) },
    macro: { worst: macro(0), best: macro(1) },
  };
}

/** Cases, scored cases and mean of each storyline. */
export function storylinesOf(cases: readonly CaseScore[]): NonNullable<Summary['by_storyline']> {
  return [...byStoryline(cases)].map(([storyline, scores]) => ({
    storyline,
    cases: cases.filter((one) => one.storyline === storyline).length,
    scored: scores.length,
    mean: meanOf(scores),
  }));
}
