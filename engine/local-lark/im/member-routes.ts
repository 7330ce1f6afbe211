import * as z from 'zod';
import type { Actor, Chat, PrincipalId } from '../core/model.ts';
import { findUser, idOf } from '../core/resolve.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, userIdType, wholeNumber } from '../http/validate.ts';
import { isMember, mayManage, ownChat } from './chats.ts';
import { im } from './errors.ts';
import { emitMemberEvents } from './member-events.ts';

const MOST_BOTS = 15;
const BOTS_AT_ONCE = 5;

const memberIdType = z.enum(['open_id', 'union_id', 'user_id', 'app_id']).default('open_id');
const IdList = z.object({ id_list: z.array(z.string()).max(50) });

interface Sorted {
  readonly found: PrincipalId[];
  readonly unknown: string[];
}

function sortIds(
  world: World,
  actor: Actor,
  type: z.infer<typeof memberIdType>,
  ids: readonly string[],
): Sorted {
  const found: PrincipalId[] = [];
  const unknown: string[] = [];
  for (const id of ids) {
    const principal = type === 'app_id' ? world.app(id)?.app_id : findUser(world, actor, type, id);
    // a bot joins by its app_id only
    const wrongKind = principal !== undefined && isApp(principal) !== (type === 'app_id');
    if (principal === undefined || wrongKind) unknown.push(id);
    else found.push(principal);
  }
  return { found, unknown };
}

function logMembers(
  world: World,
  actor: Actor,
  op: string,
  before: Chat,
  after: Chat,
  members: readonly PrincipalId[],
): void {
  if (members.length === 0) return;
  world.done(actor, {
    op,
    resource: { kind: 'chat', token: after.chat_id },
    before: { members: before.members },
    after: { members: after.members },
  });
}

const MEMBERS = '/open-apis/im/v1/chats/:chat_id/members';

export const memberRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: MEMBERS,
    op: 'im.chat.member.add',
    query: z.object({ member_id_type: memberIdType, succeed_type: wholeNumber(0, 2).default(0) }),
    body: IdList,
    run: ({ world, actor, params, query, body }) => {
      const chat = ownChat(world, actor, params.chat_id);
      if (chat.chat_mode === 'p2p') throw im.chatParameter('a p2p chat has no other members');
      if (query.member_id_type === 'app_id' && body.id_list.length > BOTS_AT_ONCE)
        throw im.chatParameter('the max len of bot ids is 5');
      const { found, unknown } = sortIds(world, actor, query.member_id_type, body.id_list);
      const fresh = [...new Set(found)].filter((p) => !isMember(chat, p));
      const members = [...chat.members, ...fresh];
      if (members.filter(isApp).length > MOST_BOTS) throw im.tooManyBots();
      const changed = { ...chat, members };
      if (fresh.length > 0) world.store.put(world.rows.chats, chat.chat_id, changed);
      logMembers(world, actor, 'im.chat.member.add', chat, changed, fresh);
      emitMemberEvents(world, actor, changed, 'added', fresh);
      return { data: { invalid_id_list: [], not_existed_id_list: unknown, pending_approval_id_list: [] } };
    },
  }),
  route({
    method: 'GET',
    path: MEMBERS,
    op: 'im.chat.member.list',
    query: z.object({ member_id_type: userIdType(), ...paging(100, 20) }),
    run: ({ world, actor, params, query }) => {
      const chat = ownChat(world, actor, params.chat_id);
      // bots are taken out after paging, so a page may be short
      const page = pageOf(
        chat.members,
        query,
        (m) => m,
        () => im.chatParameter('invalid page_token'),
      );
      const view = world.viewOf(actor);
      return {
        data: {
          items: page.items
            .filter((m) => !isApp(m))
            .map((m) => ({
              member_id_type: query.member_id_type,
              member_id: idOf(world, view, query.member_id_type, m),
              name: world.nameOf(m),
              tenant_key: world.tenantKey,
            })),
          page_token: page.page_token ?? '',
          has_more: page.has_more,
          member_total: chat.members.filter((m) => !isApp(m)).length,
        },
      };
    },
  }),
  route({
    method: 'DELETE',
    path: MEMBERS,
    op: 'im.chat.member.remove',
    query: z.object({ member_id_type: memberIdType }),
    body: IdList,
    run: ({ world, actor, params, query, body }) => {
      const chat = ownChat(world, actor, params.chat_id);
      const me = principalOf(actor);
      const { found, unknown } = sortIds(world, actor, query.member_id_type, body.id_list);
      if (!mayManage(chat, me) && found.some((p) => p !== me)) throw im.notOwner(chat.chat_id);
      const gone = found.filter((p) => isMember(chat, p));
      const changed = { ...chat, members: chat.members.filter((m) => !gone.includes(m)) };
      if (gone.length > 0) world.store.put(world.rows.chats, chat.chat_id, changed);
      logMembers(world, actor, 'im.chat.member.remove', chat, changed, gone);
      emitMemberEvents(world, actor, changed, 'deleted', gone);
      return { data: { invalid_id_list: unknown } };
    },
  }),
  route({
    method: 'GET',
    path: `${MEMBERS}/is_in_chat`,
    op: 'im.chat.member.is_in_chat',
    run: ({ world, actor, params }) => ({
      data: {
        is_in_chat: world.rows.chats.get(params.chat_id)?.members.includes(principalOf(actor)) ?? false,
      },
    }),
  }),
];
