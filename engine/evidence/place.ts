import type { EvidenceMessage } from '../../schemas/index.ts';
import type { Observation, SentLine } from '../director/ports.ts';
import type { PlatformMessage } from '../platform/port.ts';
import type { PlacedMessage, Stimulus } from './model.ts';

/** A message as it stands in an evidence file. */
export function asEvidence(message: PlatformMessage, chat: string): EvidenceMessage {
  return {
    message_id: message.message_id,
    chat,
    thread_id: message.thread_id,
    ...(message.root_id === null ? {} : { root_id: message.root_id }),
    ts: message.ts,
    ts_precision: message.ts_precision,
    author: message.author,
    text: message.text,
    mentions: message.mentions.map((m) => m.who),
    edits: [],
    attachments: [...message.attachments],
    ...(message.deleted ? { deleted: true } : {}),
  };
}

/**
 * Turn that a message of the agent answers: in the thread the last numbered line before it by position, at top level by
 * time. A conditional line keeps the turn in which it was sent.
 */
export function placeMessages(
  thread: readonly EvidenceMessage[],
  toplevel: readonly EvidenceMessage[],
  verification: readonly EvidenceMessage[],
  sent: readonly Pick<SentLine, 'message_id' | 'ts' | 'turn'>[],
  pathOf: (messageId: string) => string,
): PlacedMessage[] {
  const turns = new Map(sent.map((line) => [line.message_id, line.turn]));
  let current: number | null = null;
  const placed: PlacedMessage[] = thread.map((message) => {
    current = turns.get(message.message_id) ?? current;
    return { message, where: 'thread', turn: current, path: pathOf(message.message_id) };
  });
  const numbered = sent.filter((line) => line.turn !== null);
  for (const message of toplevel) {
    const turn = numbered.filter((line) => line.ts <= message.ts).at(-1)?.turn ?? null;
    placed.push({ message, where: 'toplevel', turn, path: pathOf(message.message_id) });
  }
  for (const message of verification) {
    placed.push({ message, where: 'verification', turn: null, path: pathOf(message.message_id) });
  }
  return placed;
}

/** An observation split by place, as evidence messages. */
export function splitObservation(
  observation: Observation,
  group: string,
): { thread: EvidenceMessage[]; toplevel: EvidenceMessage[]; verification: EvidenceMessage[] } {
  return {
    thread: observation.thread.map((m) => asEvidence(m, observation.chats?.get(m.chat_id) ?? group)),
    toplevel: observation.toplevel.map((m) => asEvidence(m, group)),
    verification: observation.verification.flatMap((v) => v.messages.map((m) => asEvidence(m, v.group))),
  };
}

export function asStimuli(
  sent: readonly SentLine[],
  texts: ReadonlyMap<string, string>,
  chat: string,
): Stimulus[] {
  return sent.map((line) => ({ ...line, chat, text: texts.get(line.step) ?? '' }));
}
