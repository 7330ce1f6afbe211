import type { Chat, Message, PrincipalId } from '../core/model.ts';
import { isApp, type World } from '../core/world.ts';
import { enqueue } from '../ws/outbox.ts';
import { eventIds } from './member-events.ts';

/**
 * Nobody looks at a screen here: a person has read what stood in a chat when he next says or marks something there.
 * @returns ms; undefined when he has not since
 */
export function readAt(world: World, message: Message, person: PrincipalId): number | undefined {
  const said = world.rows.messages
    .inGroup(message.chat_id)
    .filter((m) => m.sender === person && m.seq > message.seq)
    .map((m) => m.create_time);
  const marked = world.rows.messages
    .inGroup(message.chat_id)
    .flatMap((m) => world.rows.reactions.inGroup(m.message_id))
    .filter((r) => r.operator === person && r.seq > message.seq)
    .map((r) => r.action_time);
  const times = [...said, ...marked];
  return times.length === 0 ? undefined : Math.min(...times);
}

/** Tells a bot which of its messages in a direct chat were read by what the person has just said there. */
export function emitRead(world: World, chat: Chat, answer: Message): void {
  if (chat.chat_mode !== 'p2p' || isApp(answer.sender)) return;
  const bot = chat.members.find(isApp);
  if (bot === undefined) return;
  const earlier = world.rows.messages.inGroup(chat.chat_id).filter((m) => m.seq < answer.seq);
  const before = Math.max(0, ...earlier.filter((m) => m.sender === answer.sender).map((m) => m.seq));
  const read = earlier.filter((m) => m.sender === bot && m.seq > before).sort((a, b) => a.seq - b.seq);
  if (read.length === 0) return;
  enqueue(world, bot, 'im.message.message_read_v1', {
    reader: {
      reader_id: eventIds(world, bot, answer.sender),
      read_time: String(answer.create_time),
      tenant_key: world.tenantKey,
    },
    message_id_list: read.map((m) => m.message_id),
  });
}
