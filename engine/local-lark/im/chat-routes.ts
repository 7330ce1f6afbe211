import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { Chat } from '../core/model.ts';
import { findUser } from '../core/resolve.ts';
import { principalOf } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, queryFlag, userIdType } from '../http/validate.ts';
import {
  chatDetail,
  chatListItem,
  chatOrThrow,
  chatsInOrder,
  isMember,
  mayManage,
  ownChat,
} from './chats.ts';
import { im } from './errors.ts';
import { emitUpdated } from './chat-events.ts';
import { emitMemberEvents } from './member-events.ts';

/** ms; how long `uuid` guards against a second creation (the documentation says 10 hours) */
const UUID_LIFE = 10 * 3600_000;

const I18nNames = z.record(z.string(), z.string().max(60));

const CreateChat = z.object({
  name: z.string().max(60).optional(),
  description: z.string().max(100).optional(),
  i18n_names: I18nNames.optional(),
  owner_id: z.string().optional(),
  user_id_list: z.array(z.string()).max(50).default([]),
  bot_id_list: z.array(z.string()).max(5).default([]),
  group_message_type: z.enum(['chat', 'thread']).default('chat'),
  chat_mode: z.enum(['group', 'topic']).default('group'),
  chat_type: z.enum(['private', 'public']).default('private'),
});

export const chatRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/im/v1/chats',
    op: 'im.chat.create',
    auth: 'tenant',
    query: z.object({
      user_id_type: userIdType(),
      set_bot_manager: queryFlag(),
      uuid: z.string().max(50).optional(),
    }),
    body: CreateChat,
    run: ({ world, actor, query, body }) => {
      const me = principalOf(actor);
      const memory = `chat|${me}|${query.uuid ?? ''}`;
      const known = query.uuid === undefined ? undefined : world.rows.chats.get(world.recall(memory) ?? '');
      if (known !== undefined)
        return { data: { chat_id: known.chat_id, ...chatDetail(world, actor, known, query.user_id_type) } };
      const name = body.name ?? '(无主题)';
      if (body.chat_type === 'public' && (body.name ?? '').length < 2) throw im.shortPublicName();
      const owner =
        body.owner_id === undefined ? me : findUser(world, actor, query.user_id_type, body.owner_id);
      if (owner === undefined) throw im.unavailableIds();
      const people = body.user_id_list.map((id) => {
        const found = findUser(world, actor, query.user_id_type, id);
        if (found === undefined) throw im.unavailableIds();
        return found;
      });
      for (const bot of body.bot_id_list) if (world.app(bot) === undefined) throw im.noSuchApp();
      const chat: Chat = {
        chat_id: newId.chat(),
        seq: world.store.nextSeq(),
        name,
        description: body.description ?? '',
        ...(body.i18n_names === undefined ? {} : { i18n_names: body.i18n_names }),
        chat_mode: body.chat_mode,
        chat_type: body.chat_type,
        group_message_type: body.chat_mode === 'topic' ? 'thread' : body.group_message_type,
        owner,
        managers: query.set_bot_manager ? [me] : [],
        members: [...new Set([owner, me, ...people, ...body.bot_id_list])],
      };
      world.store.put(world.rows.chats, chat.chat_id, chat);
      if (query.uuid !== undefined) world.remember(memory, chat.chat_id, UUID_LIFE);
      world.done(actor, {
        op: 'im.chat.create',
        resource: { kind: 'chat', token: chat.chat_id },
        after: { name, chat_type: chat.chat_type, owner, members: chat.members },
      });
      emitMemberEvents(
        world,
        actor,
        chat,
        'added',
        chat.members.filter((m) => m !== me && body.bot_id_list.includes(m)),
      );
      return { data: { chat_id: chat.chat_id, ...chatDetail(world, actor, chat, query.user_id_type) } };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/im/v1/chats',
    op: 'im.chat.list',
    query: z.object({
      user_id_type: userIdType(),
      sort_type: z.enum(['ByCreateTimeAsc', 'ByActiveTimeDesc']).default('ByCreateTimeAsc'),
      ...paging(100, 20),
    }),
    run: ({ world, actor, query }) => {
      const mine = chatsInOrder(world).filter(
        (c) => c.chat_mode !== 'p2p' && isMember(c, principalOf(actor)),
      );
      if (query.sort_type === 'ByActiveTimeDesc') mine.reverse();
      const page = pageOf(
        mine,
        query,
        (c) => c.chat_id,
        () => im.chatParameter('invalid page_token'),
      );
      return {
        data: {
          items: page.items.map((c) => chatListItem(world, actor, c, query.user_id_type)),
          page_token: page.page_token ?? '',
          has_more: page.has_more,
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/im/v1/chats/search',
    op: 'im.chat.search',
    query: z.object({ user_id_type: userIdType(), query: z.string().default(''), ...paging(100, 20) }),
    run: ({ world, actor, query }) => {
      const wanted = query.query.toLowerCase();
      const visible = chatsInOrder(world).filter(
        (c) =>
          c.chat_mode !== 'p2p' &&
          (c.chat_type === 'public' || isMember(c, principalOf(actor))) &&
          wanted !== '' &&
          c.name.toLowerCase().includes(wanted),
      );
      const page = pageOf(
        visible,
        query,
        (c) => c.chat_id,
        () => im.chatParameter('invalid page_token'),
      );
      return {
        data: {
          items: page.items.map((c) => chatListItem(world, actor, c, query.user_id_type)),
          page_token: page.page_token ?? '',
          has_more: page.has_more,
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/im/v1/chats/:chat_id',
    op: 'im.chat.get',
    query: z.object({ user_id_type: userIdType() }),
    run: ({ world, actor, params, query }) => {
      const chat = chatOrThrow(world, params.chat_id);
      if (chat.chat_type === 'private') ownChat(world, actor, chat.chat_id);
      return { data: chatDetail(world, actor, chat, query.user_id_type) };
    },
  }),
  route({
    method: 'PUT',
    path: '/open-apis/im/v1/chats/:chat_id',
    op: 'im.chat.update',
    query: z.object({ user_id_type: userIdType() }),
    body: z.object({
      name: z.string().max(60).optional(),
      description: z.string().max(100).optional(),
      i18n_names: I18nNames.optional(),
      owner_id: z.string().optional(),
      chat_type: z.enum(['private', 'public']).optional(),
    }),
    run: ({ world, actor, params, query, body }) => {
      const chat = ownChat(world, actor, params.chat_id);
      const owner =
        body.owner_id === undefined ? chat.owner : findUser(world, actor, query.user_id_type, body.owner_id);
      if (owner === undefined || (!isMember(chat, owner) && owner !== chat.owner)) throw im.unavailableIds();
      if ((owner !== chat.owner || body.chat_type !== undefined) && !mayManage(chat, principalOf(actor)))
        throw im.notOwner(chat.chat_id);
      const changed: Chat = {
        ...chat,
        owner,
        name: body.name ?? chat.name,
        description: body.description ?? chat.description,
        ...(body.i18n_names === undefined ? {} : { i18n_names: body.i18n_names }),
        chat_type: body.chat_type ?? chat.chat_type,
      };
      world.store.put(world.rows.chats, chat.chat_id, changed);
      const shown = (c: Chat) => ({
        name: c.name,
        description: c.description,
        ...(c.i18n_names === undefined ? {} : { i18n_names: c.i18n_names }),
        owner: c.owner,
        chat_type: c.chat_type,
      });
      world.done(actor, {
        op: 'im.chat.update',
        resource: { kind: 'chat', token: chat.chat_id },
        before: shown(chat),
        after: shown(changed),
      });
      emitUpdated(world, actor, chat, changed);
      return { data: {} };
    },
  }),
];
