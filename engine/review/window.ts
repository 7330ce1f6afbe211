import type { CaseEvidence, PlacedMessage } from '../evidence/model.ts';
import { inWindow } from '../judge/index.ts';

/**
 * The judge's own test for all messages of a case at once. The thread's place is what decides there, and a list of
 * 200 000 messages must not be searched for each of them.
 */
export function windowTest(evidence: CaseEvidence): (placed: PlacedMessage) => boolean {
  const root = evidence.stimuli.find((stimulus) => stimulus.turn !== null)?.message_id;
  const rootAt = evidence.messages.findIndex((placed) => placed.message.message_id === root);
  const before = new Set(rootAt === -1 ? [] : evidence.messages.slice(0, rootAt));
  // Without its stimuli the test only looks at clock and place; the place is looked at here.
  const clockOnly: CaseEvidence = { ...evidence, stimuli: [], messages: [] };
  return (placed) => inWindow(placed, clockOnly) && !(placed.where === 'thread' && before.has(placed));
}
