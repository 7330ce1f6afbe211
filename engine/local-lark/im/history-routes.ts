import * as z from 'zod';
import type { Actor, Message } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, queryList, wholeNumber } from '../http/validate.ts';
import { isMember } from './chats.ts';
import { im } from './errors.ts';
import { readable } from './message-target.ts';
import { wireMessage } from './wire.ts';

const FAR_FUTURE = 10_000_000_000;

function inOrder(messages: Message[]): Message[] {
  return messages.sort((a, b) => a.create_time - b.create_time || a.seq - b.seq);
}

/** A chat shows the roots of its threads; what was said in a thread is listed by the thread only. */
function ofChat(world: World, actor: Actor, chatId: string, from: number, to: number): Message[] {
  const chat = world.rows.chats.get(chatId);
  if (chat === undefined) throw im.invalidParameter('invalid container_id');
  if (!isMember(chat, principalOf(actor))) throw im.outsideChat(chatId);
  return world.rows.messages
    .inGroup(chatId)
    .filter((m) => m.thread_id === undefined || m.root_id === undefined)
    .filter((m) => m.create_time >= from * 1000 && m.create_time < (to + 1) * 1000);
}

/** Root and replies; times are ignored here. */
function ofThread(world: World, actor: Actor, threadId: string): Message[] {
  const chat = world.rows.chats.get(world.rows.threads.get(threadId) ?? '');
  if (chat === undefined) throw im.invalidParameter('invalid container_id');
  if (!isMember(chat, principalOf(actor))) throw im.outsideChat(chat.chat_id);
  return world.rows.messages.inGroup(chat.chat_id).filter((m) => m.thread_id === threadId);
}

/** A merged forward is followed by the messages under it, each naming it. */
function withMerged(world: World, actor: Actor, message: Message): Record<string, unknown>[] {
  const inner = (message.merged ?? []).flatMap((id) => world.rows.messages.get(id) ?? []);
  return [
    wireMessage(world, actor, message),
    ...inner.map((m) => ({ ...wireMessage(world, actor, m), upper_message_id: message.message_id })),
  ];
}

export const historyRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/open-apis/im/v1/messages',
    op: 'im.message.list',
    query: z.object({
      container_id_type: z.enum(['chat', 'thread']),
      container_id: z.string().min(1),
      start_time: wholeNumber(0, FAR_FUTURE).optional(),
      end_time: wholeNumber(0, FAR_FUTURE).optional(),
      sort_type: z.enum(['ByCreateTimeAsc', 'ByCreateTimeDesc']).default('ByCreateTimeAsc'),
      ...paging(50, 20),
    }),
    run: ({ world, actor, query }) => {
      const rows = inOrder(
        query.container_id_type === 'thread'
          ? ofThread(world, actor, query.container_id)
          : ofChat(world, actor, query.container_id, query.start_time ?? 0, query.end_time ?? FAR_FUTURE),
      );
      if (query.sort_type === 'ByCreateTimeDesc') rows.reverse();
      const page = pageOf(
        rows,
        query,
        (m) => m.message_id,
        () => im.invalidParameter('invalid page_token'),
      );
      return { data: { ...page, items: page.items.map((m) => wireMessage(world, actor, m)) } };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/im/v1/messages/mget',
    op: 'im.message.mget',
    query: z.object({ message_ids: queryList() }),
    run: ({ world, actor, query }) => ({
      data: {
        items: query.message_ids.map((id) => wireMessage(world, actor, readable(world, actor, id).message)),
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/open-apis/im/v1/messages/:message_id',
    op: 'im.message.get',
    run: ({ world, actor, params }) => ({
      data: { items: withMerged(world, actor, readable(world, actor, params.message_id).message) },
    }),
  }),
];
