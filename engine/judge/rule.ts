import type { Check, JudgeFilled, JudgeTemplate } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { undecidedBranch } from './branches.ts';
import { evaluateCheck } from './checks/evaluate.ts';
import type { CheckResult } from './checks/model.ts';
import { verifyPointer } from './quotes.ts';

type Decision = JudgeFilled['decisions'][number];
type Point = JudgeTemplate['decisions'][number];

/** Whether it is certain that the agent changed nothing in the recorded assets. */
function changedNothing(evidence: CaseEvidence): boolean {
  return evidence.assets.every(({ evidence: asset }) =>
    (asset.diff ?? []).every((entry) => entry.actor !== null && entry.actor.kind !== 'agent'),
  );
}

function uncarried(point: Point): string {
  const word = point.kind === 'required' ? 'met' : 'triggered';
  return `the check says ${word}, but no quote carries it; an absence alone is no evidence: add what the agent said or did instead`;
}

function fromResult(point: Point, result: CheckResult, evidence: CaseEvidence): Decision {
  const pointers = result.pointers.filter(
    (pointer) => verifyPointer(pointer, evidence, { earlier: point.kind !== 'required' }).ok,
  );
  const answer = { ...point, reason: result.reason, evidence: pointers };
  // Not a point that cannot be judged: one that waits for its judge, as without a check.
  if (result.open === true) return { ...answer, met: null, evidence: [] };
  if (result.holds === null) return { ...answer, met: null, cannot_judge: result.reason };
  if (!result.holds) return { ...answer, met: 'unmet', scope_read: [...evidence.scope] };
  return pointers.length === 0
    ? { ...answer, met: null, cannot_judge: uncarried(point) }
    : { ...answer, met: 'met' };
}

/**
 * Judges a case by its deterministic checks (of `cases.checks.yaml`, by point id). A point without a check stays
 * undecided. An agent that wrote nothing (`noAgentReply`) is unmet on every required point, with or without a check;
 * deductions and vetoes still follow their checks, and one without a check is not triggered when the agent
 * demonstrably changed nothing either. A point whose reading nobody can tell (`branches`) cannot be judged.
 *
 * @param renderText renders the date placeholders of a check's texts on day0
 * @param now clock of `judged_at`
 */
export function ruleJudge(
  template: JudgeTemplate,
  checks: Readonly<Record<string, Check>> | undefined,
  evidence: CaseEvidence,
  renderText: (text: string) => string,
  now: () => Date,
): JudgeFilled {
  const silent = evidence.noAgentReply;
  const decide = (point: Point): Decision => {
    const check = checks !== undefined && Object.hasOwn(checks, point.id) ? checks[point.id] : undefined;
    const none: Decision = { ...point, met: 'unmet', evidence: [], scope_read: [...evidence.scope] };
    if (silent !== null && point.kind === 'required') return { ...none, reason: silent.reason };
    const undecided = undecidedBranch(point);
    if (undecided !== null) return { ...point, met: null, reason: '', evidence: [], cannot_judge: undecided };
    if (check !== undefined) {
      const earlier = point.kind !== 'required';
      return fromResult(point, evaluateCheck(check, { evidence, renderText, earlier }), evidence);
    }
    if (silent !== null && changedNothing(evidence))
      return { ...none, reason: `${silent.reason}, and nothing was changed` };
    return { ...point, met: null, reason: 'no deterministic check is given for this point', evidence: [] };
  };
  return {
    case_id: template.case_id,
    judge: { mode: 'rule', model: 'checks', judged_at: now().toISOString() },
    case: template.case,
    checkpoints_rendered: template.checkpoints_rendered,
    decisions: template.decisions.map(decide),
    agent_messages: template.agent_messages,
    stimulus_messages: template.stimulus_messages,
    no_agent_reply: template.no_agent_reply,
    ...(template.scope === undefined ? {} : { scope: template.scope }),
  };
}
