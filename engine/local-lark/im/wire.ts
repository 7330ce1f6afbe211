import type { Actor, Message } from '../core/model.ts';
import { isApp, type World } from '../core/world.ts';

/** What a recalled message reads. */
const RECALLED = 'This message was recalled';

/** A message as the REST calls show it: optional keys are left out, never empty. */
export function wireMessage(world: World, actor: Actor, message: Message): Record<string, unknown> {
  const view = world.viewOf(actor);
  const app = isApp(message.sender);
  return {
    message_id: message.message_id,
    ...(message.root_id === undefined ? {} : { root_id: message.root_id }),
    ...(message.parent_id === undefined ? {} : { parent_id: message.parent_id }),
    ...(message.thread_id === undefined ? {} : { thread_id: message.thread_id }),
    msg_type: message.msg_type,
    create_time: String(message.create_time),
    update_time: String(message.update_time),
    deleted: message.deleted,
    updated: message.updated,
    chat_id: message.chat_id,
    sender: {
      id: app ? message.sender : world.openId(view, message.sender),
      id_type: app ? 'app_id' : 'open_id',
      sender_type: app ? 'app' : 'user',
      tenant_key: world.tenantKey,
    },
    body: { content: message.deleted ? RECALLED : message.content },
    ...(message.mentions.length === 0 || message.deleted
      ? {}
      : {
          mentions: message.mentions.map((m) => ({
            key: m.key,
            id: world.openId(view, m.principal),
            id_type: 'open_id',
            name: m.name,
            tenant_key: world.tenantKey,
          })),
        }),
  };
}
