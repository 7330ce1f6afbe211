import { decision as decisionModel } from '../../schemas/index.ts';
import type { EvalStep } from '../../schemas/index.ts';
import type { CaseEvidence, PlacedMessage } from '../evidence/model.ts';
import type { BatchFacts } from './batch.ts';
import type { SoftReader } from './reader.ts';
import type { ConditionalLine } from './thread.ts';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The conditional lines of a case that were decided, each with the message after which it is shown. */
export async function conditionalLines(
  facts: BatchFacts,
  reader: SoftReader,
  steps: readonly EvalStep[],
  attempt: number,
  evidence: CaseEvidence,
): Promise<ConditionalLine[]> {
  const lines: ConditionalLine[] = [];
  for (const step of steps) {
    if (step.op !== 'msg' || step.conditional === undefined) continue;
    const decided = facts.state.done(`eval.${step.id}.decision`, attempt);
    if (decided === undefined) continue;
    const file = text(decided['decision']);
    const read = file === '' ? undefined : await reader.model(file, decisionModel, () => undefined);
    const sent = evidence.stimuli.find((stimulus) => stimulus.step === step.id);
    lines.push({
      step: step.id,
      actor: step.actor,
      condition: step.conditional.condition,
      fired: decided['fire'] === true,
      undecided: decided['undecided'] === true,
      reason: text(decided['reason']),
      by: read?.decided_by ?? '',
      ...(file === '' ? {} : { decisionFile: file }),
      sentAt: sent?.ts ?? null,
      after: carrier(evidence.messages, [read?.trigger_message_id, sent?.message_id], step.conditional.after),
    });
  }
  if (steps.length > 0) return lines;
  return foreignLines(reader, evidence);
}

/** The message that triggered a line, else the line itself, else the last one of the turn after which it was decided. */
function carrier(
  messages: readonly PlacedMessage[],
  ids: readonly (string | undefined)[],
  after: string,
): string | null {
  for (const id of ids)
    if (id !== undefined && messages.some((placed) => placed.message.message_id === id)) return id;
  const thread = messages.filter((placed) => placed.where === 'thread');
  const turn = Number(/-w(\d+)$/.exec(after)?.[1] ?? Number.NaN);
  const last = thread.findLast((placed) => placed.turn === turn) ?? thread.at(-1);
  return last?.message.message_id ?? null;
}

/** Without a script only the lines that were sent are known. */
async function foreignLines(reader: SoftReader, evidence: CaseEvidence): Promise<ConditionalLine[]> {
  const lines: ConditionalLine[] = [];
  for (const sent of evidence.stimuli) {
    if (sent.conditional === null) continue;
    const file = reader.paths.decision(sent.step);
    const read = await reader.model(file, decisionModel, () => undefined);
    lines.push({
      step: sent.step,
      actor: sent.actor,
      condition: '',
      fired: true,
      undecided: false,
      reason: read?.reason ?? sent.conditional,
      by: read?.decided_by ?? '',
      ...(read === undefined ? {} : { decisionFile: file }),
      sentAt: sent.ts,
      after: carrier(evidence.messages, [read?.trigger_message_id, sent.message_id], ''),
    });
  }
  return lines;
}
