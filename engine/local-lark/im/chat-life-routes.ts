import * as z from 'zod';
import { newId } from '../core/ids.ts';
import { principalOf } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { emitDisbanded } from './chat-events.ts';
import { ownChat } from './chats.ts';
import { im } from './errors.ts';

const DAY = 86_400_000;
const SPANS = { week: 7 * DAY, year: 365 * DAY, permanently: undefined } as const;

/** A group's link, and its end. */
export const chatLifeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/im/v1/chats/:chat_id/link',
    op: 'im.chat.link',
    body: z.object({ validity_period: z.enum(['week', 'year', 'permanently']).default('week') }),
    run: ({ world, actor, params, body }) => {
      const chat = ownChat(world, actor, params.chat_id);
      if (chat.chat_mode === 'p2p') throw im.chatParameter('a p2p chat has no link');
      const span = SPANS[body.validity_period];
      world.done(actor, {
        op: 'im.chat.link',
        resource: { kind: 'chat', token: chat.chat_id },
        after: { validity_period: body.validity_period },
      });
      return {
        data: {
          share_link: `https://applink.feishu.cn/client/chat/chatter/add_by_link?link_token=${newId.uuid()}`,
          ...(span === undefined ? {} : { expire_time: String(Math.floor((world.now() + span) / 1000)) }),
          is_permanent: span === undefined,
        },
      };
    },
  }),
  route({
    method: 'DELETE',
    path: '/open-apis/im/v1/chats/:chat_id',
    op: 'im.chat.delete',
    run: ({ world, actor, params }) => {
      const chat = ownChat(world, actor, params.chat_id);
      if (chat.chat_mode === 'p2p') throw im.chatParameter('a p2p chat cannot be disbanded');
      if (chat.owner !== principalOf(actor)) throw im.notOwner(chat.chat_id);
      // what was said stays on record; nobody is in it any more, so nobody can read or write there
      world.store.put(world.rows.chats, chat.chat_id, {
        ...chat,
        members: [],
        managers: [],
        disbanded: true,
      });
      world.done(actor, {
        op: 'im.chat.delete',
        resource: { kind: 'chat', token: chat.chat_id },
        before: { name: chat.name, members: chat.members },
      });
      emitDisbanded(world, actor, chat);
      return { data: {} };
    },
  }),
];
