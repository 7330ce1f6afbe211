import type { JudgeFilled, JudgeTemplate, Verdict } from '../../schemas/index.ts';
import { acceptDecisions, buildTemplate, ruleJudge } from '../judge/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { scoreCase } from '../score/index.ts';
import type { Act } from './act.ts';
import { play, type Played } from './play.ts';
import type { Stage, StagedCase } from './stage.ts';

export interface Graded extends Played {
  readonly verdict: Verdict;
}

/** The scores that a verdict leaves possible: one, or from the worst to the best of what is undecided. */
export function spanOf(verdict: Verdict): { readonly low: number; readonly high: number } {
  if (verdict.score !== null) return { low: verdict.score, high: verdict.score };
  return { low: verdict.bounds?.worst ?? 0, high: verdict.bounds?.best ?? 1 };
}

/**
 * Plays a transcript and judges it as a run would be: template, checks, the gate of evidence, the scoring protocol.
 * @param judged by point id, words of the agent by which a judge finds a point met that no check decides
 */
export async function grade(
  stage: Stage,
  staged: StagedCase,
  acts: readonly Act[],
  judged: Readonly<Record<string, string>> = {},
): Promise<Graded> {
  const played = await play(stage, staged, acts);
  const { evidence } = played;
  const template = buildTemplate({
    card: staged.card.value,
    evaluation: staged.evaluation,
    evidence,
    actorNames: Object.fromEntries(stage.names),
  });
  const checks = stage.evalset.checks?.value.checks[staged.card.value.case_id];
  const decided = ruleJudge(template, checks, evidence, stage.render, () => new Date(evidence.window.to));
  const filled = withWords(decided, evidence, judged, stage.render);
  return { ...played, verdict: scored(staged, template, acceptDecisions(filled, template, evidence)) };
}

function scored(staged: StagedCase, template: JudgeTemplate, judged: JudgeFilled): Verdict {
  return scoreCase({ card: staged.card.value, template, judged, batch: 'graders', env: null });
}

/** What a judge would add: it is verified as any quote is. */
function withWords(
  decided: JudgeFilled,
  evidence: CaseEvidence,
  judged: Readonly<Record<string, string>>,
  render: (text: string) => string,
): JudgeFilled {
  const decisions = decided.decisions.map((decision) => {
    const given = Object.hasOwn(judged, decision.id) ? judged[decision.id] : undefined;
    if (given === undefined || decision.met !== null || decision.cannot_judge !== undefined) return decision;
    const quote = render(given);
    const placed = evidence.messages.find(
      ({ message }) => message.author.kind === 'agent' && message.text.includes(quote),
    );
    if (placed === undefined) return decision;
    return {
      ...decision,
      met: 'met' as const,
      reason: 'the transcript says so for a judge',
      evidence: [{ path: placed.path, quote, message_id: placed.message.message_id }],
    };
  });
  return { ...decided, decisions };
}
