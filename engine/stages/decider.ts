import type { Check, PersonAnswer, PersonQuestion } from '../../schemas/index.ts';
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
import type { ConditionWord, OpenLine } from '../judge/model/index.ts';
import type { OpenBatch } from './batch.ts';

/** Asks a model whether a condition of a case holds. */
export type AskModel = (line: OpenLine, caseId: string, signal?: AbortSignal) => Promise<ConditionWord>;

/** Asks a person; null when nobody answers. */
export type AskPerson = (question: PersonQuestion, signal?: AbortSignal) => Promise<PersonAnswer | null>;

export interface DeciderOptions {
  /** Name of the model that is asked, and how; absent: no model is. */
  readonly model?: { readonly name: string; readonly ask: AskModel };
  readonly person?: AskPerson;
}

/**
 * Decides conditional lines: by the rule in the checks sidecar or, without one, by what the words of the condition say
 * when they say it plainly (`… 被 @ 时答`: the speaker is really mentioned by the agent); then, where no rule can tell, by a
 * model; then by a person. Each sees the full messages.
 */
export class Decider implements ConditionDecider {
  readonly #batch: OpenBatch;
  readonly #options: DeciderOptions;

  constructor(batch: OpenBatch, options: DeciderOptions = {}) {
    this.#batch = batch;
    this.#options = options;
  }

  async decide(open: OpenCondition, signal?: AbortSignal): Promise<ConditionDecision> {
    const { ref, step, from, observation, sent } = open;
    const byRule = this.#byRule(ref, step, from, observation, sent);
    if (byRule.fire !== null) return byRule;
    const byModel = await this.#byModel(open, signal);
    if (byModel !== null && byModel.fire !== null) return byModel;
    return (await this.#byPerson(open, signal)) ?? byModel ?? byRule;
  }

  async #byModel(open: OpenCondition, signal?: AbortSignal): Promise<ConditionDecision | null> {
    const { model } = this.#options;
    if (model === undefined) return null;
    const { ref, step, from, observation, sent } = open;
    const word = await model.ask(
      {
        condition: step.conditional?.condition ?? '',
        colleague: this.#batch.world.actors[step.actor]?.display_name ?? step.actor,
        messages: inMemory(ref, step, from, observation, sent).messages,
        about: `${step.id}: does “${step.conditional?.condition ?? ''}” hold?`,
      },
      ref.caseId,
      signal,
    );
    return {
      fire: word.holds,
      by: model.name,
      reason: word.reason,
      ...(word.message_id === undefined ? {} : { trigger: word.message_id }),
    };
  }

  async #byPerson(open: OpenCondition, signal?: AbortSignal): Promise<ConditionDecision | null> {
    const { ref, step, observation } = open;
    const answer = await this.#options.person?.(
      {
        step: step.id,
        case_id: ref.caseId,
        condition: step.conditional?.condition ?? '',
        actor: step.actor,
        text: step.text,
        messages: [...observation.thread, ...observation.toplevel].map((m) => ({
          message_id: m.message_id,
          by: m.author.kind === 'agent' ? 'agent' : m.author.key,
          text: m.text,
        })),
      },
      signal,
    );
    if (answer === undefined || answer === null) return null;
    return {
      fire: answer.send,
      by: answer.by,
      reason: answer.reason,
      ...(answer.message_id === undefined ? {} : { trigger: answer.message_id }),
    };
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
