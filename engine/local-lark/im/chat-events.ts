import type { Actor, Chat } from '../core/model.ts';
import { isApp, type World } from '../core/world.ts';
import { enqueue } from '../ws/outbox.ts';
import { settingsOf } from './chats.ts';
import { common, eventIds } from './member-events.ts';

/** A group's settings as the event of their change shows them; the owner by his three ids. */
function shown(world: World, bot: string, chat: Chat): Record<string, unknown> {
  return {
    ...settingsOf(chat),
    ...(chat.owner === '' || isApp(chat.owner) ? {} : { owner_id: eventIds(world, bot, chat.owner) }),
  };
}

/** Tells the bots of a group that its settings are others now. */
export function emitUpdated(world: World, actor: Actor, before: Chat, after: Chat): void {
  for (const bot of after.members.filter(isApp)) {
    const [before_change, after_change] = [shown(world, bot, before), shown(world, bot, after)];
    if (JSON.stringify(before_change) === JSON.stringify(after_change)) continue;
    const { name: _name, i18n_names: _names, ...rest } = common(world, bot, actor, after);
    enqueue(world, bot, 'im.chat.updated_v1', { ...rest, after_change, before_change });
  }
}

export function emitDisbanded(world: World, actor: Actor, chat: Chat): void {
  for (const bot of chat.members.filter(isApp))
    enqueue(world, bot, 'im.chat.disbanded_v1', common(world, bot, actor, chat));
}
