import type { EvaluationCard, JudgeTemplate, Reading, TeamCard, WorldBefore } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { agentMessages } from './window.ts';

export interface TemplateInput {
  readonly card: TeamCard;
  readonly evaluation: EvaluationCard;
  readonly evidence: CaseEvidence;
  /** Display names by actor key; a key without a name stands for itself. */
  readonly actorNames: Readonly<Record<string, string>>;
  /** What earlier cases left in the world, and the branches of the points; absent where the batch does not tell. */
  readonly world?: CaseWorld | undefined;
}

export interface CaseWorld {
  readonly before: WorldBefore;
  /** Branches by point id, in the author's order. */
  readonly readings: ReadonlyMap<string, readonly Reading[]>;
}

const NOTES =
  'Every judgement needs evidence: evidence[].path names a file of this batch, with a quote of the agent’s own text or a diff entry by the agent. ' +
  'Without evidence leave `met` null and say why in `cannot_judge`; never fill in met or unmet. ' +
  'Unmet and not triggered need a quote, or the complete `scope` in `scope_read`. For deductions and vetoes `met` means triggered.';

const SHARED =
  'A message with `shared_window` may belong to another case. Judge as if it were the agent’s answer in this case, and quote it where it decides: what rests on such messages alone cannot be judged.';

/**
 * Builds the judge template of a case: everything but the answers. `agent_messages` holds the agent's messages
 * inside the case's window; the turn is null outside the thread. An agent that wrote nothing is told by
 * `no_agent_reply`, whose pointer has an empty quote: the file in which nothing stands.
 */
export function buildTemplate({
  card,
  evaluation,
  evidence,
  actorNames,
  world,
}: TemplateInput): JudgeTemplate {
  const silent = evidence.noAgentReply;
  return {
    case_id: card.case_id,
    judge: { mode: 'manual', model: 'fill in who judges', judged_at: null },
    case: {
      query: [...evaluation.query],
      storyline: card.storyline,
      ...(card.rw_type === undefined ? {} : { rw_type: card.rw_type }),
      group: card.group_key,
      asker: card.asker,
      cross_group: [...(card.cross_group ?? [])],
      write_targets: [...(card.write_targets ?? [])],
      ...(evaluation.exec_notes_rendered === undefined
        ? {}
        : { exec_notes_rendered: evaluation.exec_notes_rendered }),
    },
    checkpoints_rendered: evaluation.checkpoints_rendered,
    decisions: evaluation.points.map((point) => {
      const readings = world?.readings.get(point.id);
      const branches = readings === undefined ? {} : { branches: [...readings] };
      return { ...point, ...branches, met: null, reason: '', evidence: [] };
    }),
    agent_messages: agentMessages(evidence).map(({ message, where, turn, shared_window: shared }) => ({
      chat: message.chat,
      message_id: message.message_id,
      ts: message.ts,
      text: message.text,
      turn: where === 'thread' ? turn : null,
      where,
      ...(evidence.substantive.includes(message.message_id) ? { substantive_chosen: true } : {}),
      ...(shared === undefined ? {} : { shared_window: [...shared] }),
    })),
    stimulus_messages: evidence.stimuli.map((stimulus) => ({
      chat: stimulus.chat,
      message_id: stimulus.message_id,
      ts: stimulus.ts,
      actor: actorNames[stimulus.actor] ?? stimulus.actor,
      text: stimulus.text,
      step: stimulus.step,
      conditional: stimulus.conditional,
    })),
    no_agent_reply:
      silent === null ? null : { reason: silent.reason, evidence: [{ path: silent.path, quote: '' }] },
    scope: [...evidence.scope],
    ...(world === undefined ? {} : { world_before: world.before }),
    ...(evidence.elsewhere === undefined
      ? {}
      : {
          of_other_cases: evidence.elsewhere.map(({ placed: { message }, case_id, why }) => ({
            case_id,
            message_id: message.message_id,
            chat: message.chat,
            why,
          })),
        }),
    notes: evidence.messages.some((placed) => placed.shared_window !== undefined)
      ? `${NOTES} ${SHARED}`
      : NOTES,
  };
}
