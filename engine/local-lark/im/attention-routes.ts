import * as z from 'zod';
import { findUser, idOf } from '../core/resolve.ts';
import { isApp, principalOf } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging } from '../http/validate.ts';
import { im } from './errors.ts';
import { readable } from './message-target.ts';
import { readAt } from './reading.ts';

const idType = z.enum(['open_id', 'union_id', 'user_id']);
const URGENT = '/open-apis/im/v1/messages/:message_id/urgent_app';

/** Who has read a bot's message, and whom it asks to look at once. */
export const attentionRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/open-apis/im/v1/messages/:message_id/read_users',
    op: 'im.message.read_users',
    auth: 'tenant',
    query: z.object({ user_id_type: idType, ...paging(100, 20) }),
    run: ({ world, actor, params, query }) => {
      const { chat, message } = readable(world, actor, params.message_id);
      if (message.sender !== principalOf(actor)) throw im.notSender(message.message_id);
      const readers = chat.members
        .filter((m) => !isApp(m))
        .flatMap((person) => {
          const at = readAt(world, message, person);
          return at === undefined ? [] : [{ person, at }];
        })
        .sort((a, b) => a.at - b.at);
      const page = pageOf(
        readers,
        query,
        (r) => r.person,
        () => im.invalidParameter('invalid page_token'),
      );
      const items = page.items.map(({ person, at }) => ({
        user_id_type: query.user_id_type,
        user_id: idOf(world, world.viewOf(actor), query.user_id_type, person),
        timestamp: String(at),
        tenant_key: world.tenantKey,
      }));
      return { data: { ...page, items } };
    },
  }),
  route({
    method: 'PATCH',
    path: URGENT,
    op: 'im.message.urgent',
    auth: 'tenant',
    query: z.object({ user_id_type: idType }),
    body: z.object({ user_id_list: z.array(z.string()).min(1).max(200) }),
    run: ({ world, actor, params, query, body }) => {
      const { chat, message } = readable(world, actor, params.message_id);
      if (message.deleted) throw im.recalled();
      if (message.sender !== principalOf(actor)) throw im.notSender(message.message_id);
      const memberOf = (id: string): string[] => {
        const person = findUser(world, actor, query.user_id_type, id);
        return person !== undefined && chat.members.includes(person) ? [person] : [];
      };
      const invalid = body.user_id_list.filter((id) => memberOf(id).length === 0);
      const urged = body.user_id_list.flatMap(memberOf);
      if (urged.length > 0) {
        const all = [...new Set([...(message.urgent ?? []), ...urged])];
        world.store.put(world.rows.messages, message.message_id, { ...message, urgent: all });
        world.done(actor, {
          op: 'im.message.urgent',
          resource: { kind: 'message', token: message.message_id, parent: chat.chat_id },
          after: { people: urged },
        });
      }
      return { data: { invalid_user_id_list: invalid } };
    },
  }),
];
