import * as z from 'zod';
import type { Actor, Chat, Message } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { mayManage } from './chats.ts';
import { prepareContent } from './content.ts';
import { im } from './errors.ts';
import { emitP2pEntered, emitRecalled } from './message-events.ts';
import { readable, receiver, receiveIdType } from './message-target.ts';
import { deliver, newThread, sentBefore, shown, showsCard, type Place } from './send.ts';
import { wireMessage } from './wire.ts';

const MOST_EDITS = 20;
/** ms; on a tenant its administrator sets it */
const EDITABLE = 24 * 3600_000;

const uuid = z.string().max(50).optional();

/** Where a reply belongs; makes the thread, and puts its id on the root too, when this reply starts one. */
function placeOf(world: World, parent: Message, inThread: boolean): Place {
  const root = world.rows.messages.get(parent.root_id ?? parent.message_id) ?? parent;
  const place = { root_id: root.message_id, parent_id: parent.message_id };
  const thread_id = parent.thread_id ?? root.thread_id;
  // a reply to what is a thread already stays in the thread, asked for or not
  if (thread_id !== undefined && (inThread || parent.thread_id !== undefined)) return { ...place, thread_id };
  if (!inThread) return place;
  const fresh = newThread(world, root.chat_id);
  world.store.put(world.rows.messages, root.message_id, { ...root, thread_id: fresh });
  if (parent.message_id !== root.message_id)
    world.store.put(world.rows.messages, parent.message_id, { ...parent, thread_id: fresh });
  return { ...place, thread_id: fresh };
}

function ownText(world: World, actor: Actor, messageId: string): { chat: Chat; message: Message } {
  const found = readable(world, actor, messageId);
  if (found.message.deleted) throw im.recalled();
  if (found.message.sender !== principalOf(actor)) throw im.notSender(messageId);
  return found;
}

function edited(world: World, actor: Actor, message: Message, content: string): Message {
  const prepared = prepareContent(world, actor, message.msg_type, content);
  const { card_id: _before, ...rest } = message;
  const changed: Message = {
    ...rest,
    ...prepared,
    updated: true,
    update_time: world.now(),
    edit_count: message.edit_count + 1,
  };
  world.store.put(world.rows.messages, message.message_id, changed);
  showsCard(world, changed);
  world.done(actor, {
    op: 'im.message.update',
    resource: { kind: 'message', token: message.message_id, parent: message.chat_id },
    before: shown(message),
    after: shown(changed),
  });
  return changed;
}

export const messageRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/im/v1/messages',
    op: 'im.message.create',
    query: z.object({ receive_id_type: receiveIdType }),
    body: z.object({
      receive_id: z.string().min(1),
      msg_type: z.string().min(1),
      content: z.string().min(1),
      uuid,
    }),
    run: ({ world, actor, query, body }) => {
      const before = sentBefore(world, actor, body.receive_id, body.uuid);
      if (before !== undefined) return { data: wireMessage(world, actor, before) };
      const { chat, created } = receiver(world, actor, query.receive_id_type, body.receive_id);
      if (created) emitP2pEntered(world, chat, principalOf(actor));
      return { data: wireMessage(world, actor, deliver(world, actor, chat, body, body.receive_id)) };
    },
  }),
  route({
    method: 'POST',
    path: '/open-apis/im/v1/messages/:message_id/reply',
    op: 'im.message.reply',
    body: z.object({
      msg_type: z.string().min(1),
      content: z.string().min(1),
      reply_in_thread: z.boolean().default(false),
      uuid,
    }),
    run: ({ world, actor, params, body }) => {
      const { chat, message } = readable(world, actor, params.message_id);
      const before = sentBefore(world, actor, message.message_id, body.uuid);
      if (before !== undefined) return { data: wireMessage(world, actor, before) };
      if (message.deleted) throw im.recalled();
      const place = placeOf(world, message, body.reply_in_thread);
      return {
        data: wireMessage(world, actor, deliver(world, actor, chat, body, message.message_id, place)),
      };
    },
  }),
  route({
    method: 'PUT',
    path: '/open-apis/im/v1/messages/:message_id',
    op: 'im.message.update',
    body: z.object({ msg_type: z.enum(['text', 'post']), content: z.string().min(1) }),
    run: ({ world, actor, params, body }) => {
      const { message } = ownText(world, actor, params.message_id);
      if (message.msg_type !== body.msg_type) throw im.wrongTypeForEdit();
      if (world.now() - message.create_time > EDITABLE) throw im.editTooLate();
      if (message.edit_count >= MOST_EDITS) throw im.editLimit();
      return { data: wireMessage(world, actor, edited(world, actor, message, body.content)) };
    },
  }),
  route({
    method: 'PATCH',
    path: '/open-apis/im/v1/messages/:message_id',
    op: 'im.message.patch',
    body: z.object({ content: z.string().min(1) }),
    run: ({ world, actor, params, body }) => {
      const { message } = ownText(world, actor, params.message_id);
      if (message.msg_type !== 'interactive') throw im.wrongTypeForEdit();
      edited(world, actor, message, body.content);
      return { data: {} };
    },
  }),
  route({
    method: 'DELETE',
    path: '/open-apis/im/v1/messages/:message_id',
    op: 'im.message.delete',
    run: ({ world, actor, params }) => {
      const { chat, message } = readable(world, actor, params.message_id);
      const me = principalOf(actor);
      if (message.sender !== me && !mayManage(chat, me)) throw im.notRecallable(message.message_id);
      if (message.deleted) throw im.recalled();
      const changed: Message = { ...message, deleted: true, update_time: world.now() };
      world.store.put(world.rows.messages, message.message_id, changed);
      world.done(actor, {
        op: 'im.message.delete',
        resource: { kind: 'message', token: message.message_id, parent: chat.chat_id },
        before: shown(message),
      });
      emitRecalled(world, chat, changed, message.sender !== me);
      return { data: {} };
    },
  }),
];
