import type { EvidenceMessage } from '../../schemas/index.ts';
import { floorTo } from '../evidence/instants.ts';
import type { CaseEvidence, PlacedMessage } from '../evidence/model.ts';

/**
 * Tests whether messages lie inside the case's window. Both ends are compared at the time-stamp's precision.
 * In the thread, place decides the beginning and not the clock: whatever stands behind the case's first
 * question is in the window, even if its time-stamp is earlier; before it, nothing is. The end is the
 * clock's for all: what was written after the last snapshot is no part of the case.
 * One test serves many messages of a case: 200 000 of them must not each be searched among the others.
 */
export function windowTest(evidence: CaseEvidence): (placed: PlacedMessage) => boolean {
  let before: ReadonlySet<PlacedMessage> | undefined;
  return (placed) => {
    const { ts, ts_precision: precision } = placed.message;
    const at = floorTo(ts, precision);
    if (at > floorTo(evidence.window.to, precision)) return false;
    if (placed.where !== 'thread') return at >= floorTo(evidence.window.from, precision);
    return !(before ??= beforeQuestion(evidence)).has(placed);
  };
}

/** Messages that stand before the case's first question; none when it is not among them. */
function beforeQuestion(evidence: CaseEvidence): ReadonlySet<PlacedMessage> {
  const root = evidence.stimuli.find((stimulus) => stimulus.turn !== null)?.message_id;
  const rootAt = evidence.messages.findIndex((other) => other.message.message_id === root);
  return new Set(evidence.messages.slice(0, Math.max(0, rootAt)));
}

/** The messages that the agent wrote in the case's scope and window, in the order of the evidence. */
export function agentMessages(evidence: CaseEvidence): PlacedMessage[] {
  const inside = windowTest(evidence);
  return evidence.messages.filter((placed) => placed.message.author.kind === 'agent' && inside(placed));
}

/**
 * The texts of a message that count. Normally the text as it stood at the end, none when it was deleted.
 * With `earlier`, also what it said before an edit or its deletion: the agent did write it.
 */
export function textsOf(message: EvidenceMessage, earlier: boolean): string[] {
  if (earlier) return [message.text, ...message.edits.map((edit) => edit.text)];
  return message.deleted === true ? [] : [message.text];
}
