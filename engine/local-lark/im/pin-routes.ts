import * as z from 'zod';
import type { Actor, Pin } from '../core/model.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, wholeNumber } from '../http/validate.ts';
import { ownChat } from './chats.ts';
import { im } from './errors.ts';
import { readable } from './message-target.ts';

const PINS = '/open-apis/im/v1/pins';
/** ms */
const FAR_FUTURE = 10_000_000_000_000;

function wire(world: World, actor: Actor, pin: Pin): Record<string, unknown> {
  const app = isApp(pin.operator);
  return {
    message_id: pin.message_id,
    chat_id: pin.chat_id,
    operator_id: app ? pin.operator : world.openId(world.viewOf(actor), pin.operator),
    operator_id_type: app ? 'app_id' : 'open_id',
    create_time: String(pin.created_at),
  };
}

/** Messages that are pinned in their chats; any member may pin and unpin. */
export const pinRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: PINS,
    op: 'im.pin.create',
    body: z.object({ message_id: z.string().min(1) }),
    run: ({ world, actor, body }) => {
      const { chat, message } = readable(world, actor, body.message_id);
      if (message.deleted) throw im.recalled();
      const known = world.rows.pins.get(message.message_id);
      if (known !== undefined) return { data: { pin: wire(world, actor, known) } };
      const pin: Pin = {
        message_id: message.message_id,
        seq: world.store.nextSeq(),
        chat_id: chat.chat_id,
        operator: principalOf(actor),
        created_at: world.now(),
      };
      world.store.put(world.rows.pins, pin.message_id, pin);
      world.done(actor, {
        op: 'im.pin.create',
        resource: { kind: 'pin', token: pin.message_id, parent: chat.chat_id },
      });
      return { data: { pin: wire(world, actor, pin) } };
    },
  }),
  route({
    method: 'DELETE',
    path: `${PINS}/:message_id`,
    op: 'im.pin.delete',
    run: ({ world, actor, params }) => {
      const { chat, message } = readable(world, actor, params.message_id);
      // to unpin what is not pinned is no error
      if (world.rows.pins.get(message.message_id) === undefined) return { data: {} };
      world.store.remove(world.rows.pins, message.message_id);
      world.done(actor, {
        op: 'im.pin.delete',
        resource: { kind: 'pin', token: message.message_id, parent: chat.chat_id },
      });
      return { data: {} };
    },
  }),
  route({
    method: 'GET',
    path: PINS,
    op: 'im.pin.list',
    query: z.object({
      chat_id: z.string().min(1),
      start_time: wholeNumber(0, FAR_FUTURE).optional(),
      end_time: wholeNumber(0, FAR_FUTURE).optional(),
      ...paging(50, 20),
    }),
    run: ({ world, actor, query }) => {
      const chat = ownChat(world, actor, query.chat_id);
      const rows = world.rows.pins
        .inGroup(chat.chat_id)
        .filter((p) => p.created_at >= (query.start_time ?? 0))
        .filter((p) => p.created_at <= (query.end_time ?? FAR_FUTURE))
        .sort((a, b) => b.seq - a.seq);
      const page = pageOf(
        rows,
        query,
        (p) => p.message_id,
        () => im.invalidParameter('invalid page_token'),
      );
      return { data: { ...page, items: page.items.map((p) => wire(world, actor, p)) } };
    },
  }),
];
