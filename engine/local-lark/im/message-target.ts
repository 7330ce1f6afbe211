import * as z from 'zod';
import type { Actor, Chat, Message } from '../core/model.ts';
import { resolveUser } from '../core/resolve.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { isMember, p2pChat } from './chats.ts';
import { im } from './errors.ts';

export const receiveIdType = z.enum(['open_id', 'user_id', 'union_id', 'email', 'chat_id']);

/** The chat of a message, for a caller who is in it. */
export function readable(world: World, actor: Actor, messageId: string): { chat: Chat; message: Message } {
  const message = world.rows.messages.get(messageId);
  const chat = world.rows.chats.get(message?.chat_id ?? '');
  if (message === undefined || chat === undefined) throw im.invalidParameter('invalid message_id');
  if (chat.disbanded === true) throw im.dissolved(chat.chat_id);
  if (!isMember(chat, principalOf(actor))) throw im.outsideChat(chat.chat_id);
  return { chat, message };
}

/** The chat that a receiver means; with a person it is made when it is first needed. */
export function receiver(
  world: World,
  actor: Actor,
  type: z.infer<typeof receiveIdType>,
  id: string,
): { chat: Chat; created: boolean } {
  const me = principalOf(actor);
  if (type === 'chat_id') {
    const chat = world.rows.chats.get(id);
    if (chat === undefined) throw im.invalidReceiver();
    if (chat.disbanded === true) throw im.dissolved(chat.chat_id);
    if (!isMember(chat, me)) throw im.outsideChat(id);
    return { chat, created: false };
  }
  const target = type === 'email' ? world.userByEmail(id)?.union_id : resolveUser(world, actor, type, id);
  if (target === undefined || target === me) throw im.invalidReceiver();
  if (isApp(me) && isApp(target)) throw im.noAvailability(target);
  return p2pChat(world, me, target);
}
