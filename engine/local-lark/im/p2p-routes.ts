import * as z from 'zod';
import { idOf, resolveUser } from '../core/resolve.ts';
import { principalOf } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { userIdType } from '../http/validate.ts';
import { directChatOf } from './chats.ts';

/**
 * The direct chats of the caller. The documentation does not have this call; the official command-line client lives on it
 * to find the chat of two, and only people may ask.
 */
export const p2pRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/im/v1/chat_p2p/batch_query',
    op: 'im.chat_p2p.batch_query',
    auth: 'user',
    query: z.object({ chatter_id_type: userIdType() }),
    body: z.object({ chatter_ids: z.array(z.string()).min(1).max(50) }),
    run: ({ world, actor, query, body }) => ({
      data: {
        p2p_chats: body.chatter_ids.flatMap((id) => {
          const other = resolveUser(world, actor, query.chatter_id_type, id);
          const chat = directChatOf(world, principalOf(actor), other);
          if (chat === undefined) return [];
          return [
            {
              chat_id: chat.chat_id,
              chatter_id: idOf(world, world.viewOf(actor), query.chatter_id_type, other),
            },
          ];
        }),
      },
    }),
  }),
];
