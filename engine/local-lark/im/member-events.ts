import type { Actor, Chat, PrincipalId } from '../core/model.ts';
import { unionIdOf } from '../core/resolve.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { enqueue } from '../ws/outbox.ts';

/** The three ids of a principal as events carry them: `user_id` is null without the employee-id scope. */
export function eventIds(
  world: World,
  app_id: string,
  principal: PrincipalId,
): Record<string, string | null> {
  const seesUserId = world.app(app_id)?.scopes.includes('contact:user.employee_id:readonly') === true;
  return {
    open_id: world.openId(app_id, principal),
    union_id: unionIdOf(world, principal),
    user_id: seesUserId ? (world.user(principal)?.user_id ?? null) : null,
  };
}

export function common(world: World, app_id: string, actor: Actor, chat: Chat): Record<string, unknown> {
  return {
    chat_id: chat.chat_id,
    operator_id: eventIds(world, app_id, principalOf(actor)),
    external: false,
    operator_tenant_key: world.tenantKey,
    name: chat.name,
    i18n_names: chat.i18n_names ?? {},
  };
}

/** Tells the bots of a group who joined or left; a bot hears of itself by an event of its own. */
export function emitMemberEvents(
  world: World,
  actor: Actor,
  chat: Chat,
  change: 'added' | 'deleted',
  principals: readonly PrincipalId[],
): void {
  for (const bot of principals.filter(isApp))
    enqueue(world, bot, `im.chat.member.bot.${change}_v1`, common(world, bot, actor, chat));
  const people = principals.filter((p) => !isApp(p));
  if (people.length === 0) return;
  for (const bot of chat.members.filter(isApp)) {
    const users = people.map((p) => ({
      name: world.nameOf(p),
      tenant_key: world.tenantKey,
      user_id: eventIds(world, bot, p),
    }));
    enqueue(world, bot, `im.chat.member.user.${change}_v1`, { ...common(world, bot, actor, chat), users });
  }
}
