import * as z from 'zod';
import { findUser } from '../core/resolve.ts';
import type { Actor, Chat, PrincipalId } from '../core/model.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { isMember, managersOf, ownChat } from './chats.ts';
import { im } from './errors.ts';

const MANAGERS = '/open-apis/im/v1/chats/:chat_id/managers';
const idType = z.enum(['open_id', 'union_id', 'user_id', 'app_id']).default('open_id');
const query = z.object({ member_id_type: idType });
const body = z.object({ manager_ids: z.array(z.string()).max(50) });
type Call = Parameters<typeof change>[2];

/** Only the owner names managers, and only members. */
function change(
  world: World,
  actor: Actor,
  asked: {
    readonly chat_id: string;
    readonly type: z.infer<typeof idType>;
    readonly ids: readonly string[];
    readonly op: string;
  },
  next: (managers: readonly PrincipalId[], named: readonly PrincipalId[]) => PrincipalId[],
): Chat {
  const chat = ownChat(world, actor, asked.chat_id);
  if (chat.owner !== principalOf(actor)) throw im.notOwner(chat.chat_id);
  const named = asked.ids.map((id) => {
    const found = asked.type === 'app_id' ? world.app(id)?.app_id : findUser(world, actor, asked.type, id);
    if (found === undefined || !isMember(chat, found)) throw im.unavailableIds();
    return found;
  });
  const managers = next(chat.managers, named);
  const changed: Chat = { ...chat, managers };
  world.store.put(world.rows.chats, chat.chat_id, changed);
  world.done(actor, {
    op: asked.op,
    resource: { kind: 'chat', token: chat.chat_id },
    before: { managers: chat.managers },
    after: { managers },
  });
  return changed;
}

function shown(world: World, actor: Actor, chat: Chat, type: Call['type']): Record<string, unknown> {
  const lists = managersOf(world, actor, chat, type === 'app_id' ? 'open_id' : type);
  return {
    chat_managers: lists.user_manager_id_list ?? [],
    chat_bot_managers: chat.managers.filter(isApp),
  };
}

/** Who may manage a group beside its owner. */
export const managerRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${MANAGERS}/add_managers`,
    op: 'im.chat.manager.add',
    query,
    body,
    run: ({ world, actor, params, query: { member_id_type: type }, body: { manager_ids: ids } }) => {
      const asked = { chat_id: params.chat_id, type, ids, op: 'im.chat.manager.add' };
      const chat = change(world, actor, asked, (now, named) => [...new Set([...now, ...named])]);
      return { data: shown(world, actor, chat, type) };
    },
  }),
  route({
    method: 'POST',
    path: `${MANAGERS}/delete_managers`,
    op: 'im.chat.manager.remove',
    query,
    body,
    run: ({ world, actor, params, query: { member_id_type: type }, body: { manager_ids: ids } }) => {
      const asked = { chat_id: params.chat_id, type, ids, op: 'im.chat.manager.remove' };
      const chat = change(world, actor, asked, (now, named) => now.filter((m) => !named.includes(m)));
      return { data: shown(world, actor, chat, type) };
    },
  }),
];
