import type { JudgeFilled } from '../../schemas/index.ts';
import type { ChangedPoint, Disagreement, JudgeDone } from '../judge/judging.ts';
import type { CaseJudge } from './judge-plan.ts';
import type { ModelSession } from './model-session.ts';

/** What one judge made of one case. */
export interface Made {
  readonly caseId: string;
  readonly filled: JudgeFilled;
  readonly changed: readonly ChangedPoint[];
}

export async function doneBy(
  judge: CaseJudge,
  made: readonly Made[],
  models: ModelSession,
): Promise<JudgeDone> {
  const undecided: Record<string, number> = {};
  const unstable = { points: 0, of: 0 };
  for (const { filled } of made) {
    for (const decision of filled.decisions) {
      if (decision.met === null) {
        const cause = decision.asked?.cause ?? (decision.cannot_judge === undefined ? 'open' : 'check');
        undecided[cause] = (undecided[cause] ?? 0) + 1;
      }
      if (decision.asked?.repeats === undefined) continue;
      unstable.of += 1;
      if (decision.unstable === true) unstable.points += 1;
    }
  }
  const at = judge.mode === 'model' ? await models.of(judge) : undefined;
  return {
    name: judge.name,
    mode: judge.mode,
    undecided,
    ...(unstable.of === 0 ? {} : { unstable }),
    ...(at === undefined ? {} : { usage: at.client.tally.usage, models: [...at.client.tally.models].sort() }),
    changed: made.flatMap(({ caseId, changed }) => changed.map((one) => ({ case_id: caseId, ...one }))),
  };
}

export function disagreementsOf(first: readonly Made[], second: readonly Made[]): Disagreement[] {
  return second.flatMap(({ caseId, filled }) => {
    const own = first.find((made) => made.caseId === caseId)?.filled.decisions;
    return (own ?? []).flatMap(({ id, met }) => {
      const other = filled.decisions.find((decision) => decision.id === id)?.met ?? null;
      return other === met ? [] : [{ case_id: caseId, id, first: met, second: other }];
    });
  });
}
