import type { Check } from '../../schemas/index.ts';
import { renderTextOn } from '../compile/index.ts';
import type {
  CaseRef,
  ConditionDecider,
  ConditionDecision,
  LineStep,
  Observation,
  OpenCondition,
  SentLine,
} from '../director/ports.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { asStimuli, placeMessages, splitObservation } from '../evidence/place.ts';
import { impliedCondition } from '../evalset/index.ts';
import { evaluateCheck } from '../judge/index.ts';
import type { OpenBatch } from './batch.ts';

/**
 * Decides conditional lines by rule: the rule in the checks sidecar, or, without one, what the words of the condition
 * say when they say it plainly (`… 被 @ 时答`: the speaker is really mentioned by the agent).
 */
export class RuleDecider implements ConditionDecider {
  readonly #batch: OpenBatch;
  constructor(batch: OpenBatch) {
    this.#batch = batch;
  }

  decide({ ref, step, from, observation, sent }: OpenCondition): Promise<ConditionDecision> {
    return Promise.resolve(this.#byRule(ref, step, from, observation, sent));
  }

  #byRule(
    ref: CaseRef,
    step: LineStep,
    from: string,
    observation: Observation,
    sent: readonly SentLine[],
  ): ConditionDecision {
    const condition = step.conditional?.condition ?? '';
    const named = this.#batch.evalset.checks?.value.conditionals?.[ref.caseId]?.[step.conditional?.key ?? ''];
    const rule: Check | null = named ?? impliedCondition(condition, step.actor);
    if (rule === null) {
      return {
        fire: null,
        by: 'rule',
        reason: `no rule decides “${condition}”: add conditionals.${ref.caseId}.${step.conditional?.key ?? 'cond1'} to the checks sidecar`,
      };
    }
    const evidence = inMemory(ref, step, from, observation, sent);
    const result = evaluateCheck(rule, {
      evidence,
      renderText: renderTextOn(this.#batch.manifest.day0, this.#batch.evalset.file?.value.date_forms),
    });
    const pointer = result.pointers.find((p) => 'message_id' in p && p.message_id !== undefined);
    const trigger = pointer !== undefined && 'message_id' in pointer ? pointer.message_id : undefined;
    return {
      fire: result.holds,
      by: 'rule',
      reason: `${named === undefined ? `“${condition}”` : `rule ${step.conditional?.key ?? ''}`}: ${result.reason}`,
      ...(trigger === undefined ? {} : { trigger }),
    };
  }
}

/** The case as far as it has gone, for a check; its files are not written yet. */
function inMemory(
  ref: CaseRef,
  step: LineStep,
  from: string,
  observation: Observation,
  sent: readonly SentLine[],
): CaseEvidence {
  const path = `evidence/${ref.caseId}/${step.id}.json`;
  const split = splitObservation(observation, ref.group);
  return {
    case_id: ref.caseId,
    group: ref.group,
    window: { from, to: observation.at },
    messages: placeMessages(split.thread, split.toplevel, split.verification, sent, () => path),
    stimuli: asStimuli(sent, new Map(), ref.group),
    assets: [],
    scope: [path],
    noAgentReply: null,
    substantive: [],
    env: null,
    events: [],
  };
}
