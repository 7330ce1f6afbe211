import * as z from 'zod';
import type { Actor, Chat, Message } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { im } from './errors.ts';
import { emitP2pEntered } from './message-events.ts';
import { readable, receiver, receiveIdType } from './message-target.ts';
import { forgetNot, post, sentBefore, type Place } from './send.ts';
import { wireMessage } from './wire.ts';

const MOST_MERGED = 100;
/** What is read in place of the content of a merged forward; its messages are listed beneath it. */
const MERGED = 'Merged and Forwarded Message';

/** Kinds of messages that stay where they are. */
const STAYS = new Set(['system']);

const query = z.object({
  receive_id_type: z.enum([...receiveIdType.options, 'thread_id']),
  uuid: z.string().max(50).optional(),
});

interface Target {
  readonly chat: Chat;
  readonly place?: Place;
}

/** Where it goes: a chat, or the end of a thread. */
function targetOf(
  world: World,
  actor: Actor,
  type: z.infer<typeof query>['receive_id_type'],
  id: string,
): Target {
  if (type !== 'thread_id') {
    const { chat, created } = receiver(world, actor, type, id);
    if (created) emitP2pEntered(world, chat, principalOf(actor));
    return { chat };
  }
  const { chat } = receiver(world, actor, 'chat_id', world.rows.threads.get(id) ?? '');
  const root = world.rows.messages
    .inGroup(chat.chat_id)
    .find((m) => m.thread_id === id && m.root_id === undefined);
  if (root === undefined) throw im.invalidReceiver();
  return { chat, place: { root_id: root.message_id, parent_id: root.message_id, thread_id: id } };
}

/** A message that may be passed on by the caller. */
function passable(world: World, actor: Actor, id: string): Message {
  const { message } = readable(world, actor, id);
  if (message.deleted) throw im.recalled();
  if (STAYS.has(message.msg_type)) throw im.notForwardable();
  return message;
}

/** Whoever was mentioned is named in it from now on: passing on calls nobody. */
function named({ content, mentions }: Message): string {
  return [...mentions]
    .sort((a, b) => b.key.length - a.key.length)
    .reduce((text, m) => text.replaceAll(m.key, JSON.stringify(`@${m.name}`).slice(1, -1)), content);
}

/** Passing messages on: one as it stands, or several under one. Nobody is mentioned anew by it. */
export const forwardRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/im/v1/messages/:message_id/forward',
    op: 'im.message.forward',
    query,
    body: z.object({ receive_id: z.string().min(1) }),
    run: ({ world, actor, params, query: { receive_id_type, uuid }, body }) => {
      const key = `${body.receive_id}<${params.message_id}`;
      const before = sentBefore(world, actor, key, uuid);
      if (before !== undefined) return { data: wireMessage(world, actor, before) };
      const original = passable(world, actor, params.message_id);
      const target = targetOf(world, actor, receive_id_type, body.receive_id);
      const { msg_type, merged } = original;
      const content = named(original);
      const what = { msg_type, content, mentions: [], ...(merged === undefined ? {} : { merged }) };
      const message = post(world, actor, 'im.message.forward', target.chat, what, target.place);
      forgetNot(world, actor, key, uuid, message);
      return { data: wireMessage(world, actor, message) };
    },
  }),
  route({
    method: 'POST',
    path: '/open-apis/im/v1/messages/merge_forward',
    op: 'im.message.merge_forward',
    query,
    body: z.object({
      receive_id: z.string().min(1),
      message_id_list: z.array(z.string()).min(1).max(MOST_MERGED),
    }),
    run: ({ world, actor, query: { receive_id_type, uuid }, body }) => {
      const key = `${body.receive_id}<${body.message_id_list.join()}`;
      const before = sentBefore(world, actor, key, uuid);
      if (before !== undefined)
        return { data: { message: wireMessage(world, actor, before), invalid_message_id_list: [] } };
      // what cannot be read is named; only when nothing is left is that an error
      const invalid = body.message_id_list.filter((id) => world.rows.messages.get(id) === undefined);
      const found = body.message_id_list
        .filter((id) => !invalid.includes(id))
        .map((id) => passable(world, actor, id));
      const [first] = found;
      if (first === undefined) throw im.invalidParameter('invalid message_id_list');
      if (found.some((m) => m.chat_id !== first.chat_id))
        throw im.invalidParameter('the messages must be of one chat');
      const target = targetOf(world, actor, receive_id_type, body.receive_id);
      const what = {
        msg_type: 'merge_forward',
        content: MERGED,
        mentions: [],
        merged: found.sort((a, b) => a.seq - b.seq).map((m) => m.message_id),
      };
      const message = post(world, actor, 'im.message.merge_forward', target.chat, what, target.place);
      forgetNot(world, actor, key, uuid, message);
      return { data: { message: wireMessage(world, actor, message), invalid_message_id_list: invalid } };
    },
  }),
];
