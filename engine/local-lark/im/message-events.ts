import type { App, Chat, Message } from '../core/model.ts';
import { isApp, type World } from '../core/world.ts';
import { enqueue } from '../ws/outbox.ts';
import { eventIds } from './member-events.ts';

/** With it an app hears every message people write in its groups, mentioned or not. */
const HEARS_ALL = 'im:message.group_msg';

function hears(app: App, chat: Chat, message: Message): boolean {
  if (app.app_id === message.sender) return false;
  if (chat.chat_mode === 'p2p') return true;
  if (message.mentions.some((m) => m.principal === app.app_id)) return true;
  return !isApp(message.sender) && app.scopes.includes(HEARS_ALL);
}

function receiveEvent(world: World, app: App, chat: Chat, message: Message): unknown {
  const mentions = message.mentions.map((m) => ({
    id: eventIds(world, app.app_id, m.principal),
    key: m.key,
    mentioned_type: isApp(m.principal) ? 'bot' : 'user',
    name: m.name,
    tenant_key: world.tenantKey,
  }));
  // keys in alphabetical order, as in captured bodies; optional ones are left out
  return {
    message: {
      chat_id: chat.chat_id,
      chat_type: chat.chat_mode === 'p2p' ? 'p2p' : 'group',
      content: message.content,
      create_time: String(message.create_time),
      ...(mentions.length === 0 ? {} : { mentions }),
      message_id: message.message_id,
      message_type: message.msg_type,
      ...(message.parent_id === undefined ? {} : { parent_id: message.parent_id }),
      ...(message.root_id === undefined ? {} : { root_id: message.root_id }),
      ...(message.thread_id === undefined ? {} : { thread_id: message.thread_id }),
      update_time: String(message.update_time),
    },
    sender: {
      sender_id: eventIds(world, app.app_id, message.sender),
      sender_type: isApp(message.sender) ? 'bot' : 'user',
      tenant_key: world.tenantKey,
    },
  };
}

/** Queues `im.message.receive_v1` for every bot of the chat that is to hear of the message. */
export function emitMessage(world: World, chat: Chat, message: Message): void {
  for (const member of chat.members) {
    const app = world.app(member);
    if (app === undefined || !hears(app, chat, message)) continue;
    enqueue(world, app.app_id, 'im.message.receive_v1', receiveEvent(world, app, chat, message));
  }
}

/** The first message a person writes to a bot is preceded by the news that the chat was entered. */
export function emitP2pEntered(world: World, chat: Chat, sender: string): void {
  if (isApp(sender)) return;
  for (const bot of chat.members.filter(isApp))
    enqueue(world, bot, 'im.chat.access_event.bot_p2p_chat_entered_v1', {
      chat_id: chat.chat_id,
      operator_id: eventIds(world, bot, sender),
    });
}

export function emitRecalled(world: World, chat: Chat, message: Message, byOwner: boolean): void {
  for (const bot of chat.members.filter(isApp))
    enqueue(world, bot, 'im.message.recalled_v1', {
      message_id: message.message_id,
      chat_id: chat.chat_id,
      recall_time: String(message.update_time),
      recall_type: byOwner ? 'group_owner' : 'message_owner',
    });
}
