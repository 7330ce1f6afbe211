import { newId } from '../core/ids.ts';
import type { Actor, Chat, Message } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { prepareContent } from './content.ts';
import { emitMessage } from './message-events.ts';
import { emitRead } from './reading.ts';

/** ms; how long a message's `uuid` guards against sending it twice */
const UUID_LIFE = 3600_000;

export interface Draft {
  readonly msg_type: string;
  readonly content: string;
  readonly uuid?: string | undefined;
}

/** The message that this caller has sent to this target under the same `uuid` within the last hour. */
export function sentBefore(
  world: World,
  actor: Actor,
  target: string,
  uuid: string | undefined,
): Message | undefined {
  if (uuid === undefined || uuid === '') return undefined;
  return world.rows.messages.get(world.recall(memory(actor, target, uuid)) ?? '');
}

/** From now on the message is one of those that change with their card. */
export function showsCard(world: World, { card_id, message_id }: Message): void {
  if (card_id === undefined) return;
  const others = world.rows.cardMessages.get(card_id) ?? [];
  if (!others.includes(message_id))
    world.store.put(world.rows.cardMessages, card_id, [...others, message_id]);
}

/** Keeps the message for whoever sends it again under the same `uuid`. */
export function forgetNot(
  world: World,
  actor: Actor,
  target: string,
  uuid: string | undefined,
  message: Message,
): void {
  if (uuid !== undefined && uuid !== '')
    world.remember(memory(actor, target, uuid), message.message_id, UUID_LIFE);
}

function memory(actor: Actor, target: string, uuid: string): string {
  return `message|${principalOf(actor)}|${target}|${uuid}`;
}

/** The place of a reply: under which root, after which message, in which thread. */
export interface Place {
  readonly root_id: string;
  readonly parent_id: string;
  readonly thread_id?: string;
}

/**
 * Stores a message, logs it and queues its events.
 * @param target what `uuid` is remembered with: the receive_id, or the message replied to
 */
export function deliver(
  world: World,
  actor: Actor,
  chat: Chat,
  draft: Draft,
  target: string,
  place?: Place,
): Message {
  const op = place === undefined ? 'im.message.create' : 'im.message.reply';
  const { msg_type } = draft;
  const what = { msg_type, ...prepareContent(world, actor, msg_type, draft.content) };
  const message = post(world, actor, op, chat, what, place);
  forgetNot(world, actor, target, draft.uuid, message);
  return message;
}

/** Whatever comes to stand in a chat comes by here: stored, on record, told to who hears of it. */
export function post(
  world: World,
  actor: Actor,
  op: string,
  chat: Chat,
  what: Pick<Message, 'msg_type' | 'content' | 'mentions' | 'merged' | 'card_id'>,
  place?: Place,
): Message {
  const now = world.now();
  // a topic group makes a thread of every message
  const threaded: { thread_id?: string } =
    place?.thread_id !== undefined
      ? { thread_id: place.thread_id }
      : place === undefined && chat.group_message_type === 'thread'
        ? { thread_id: newThread(world, chat.chat_id) }
        : {};
  const message: Message = {
    message_id: newId.message(),
    seq: world.store.nextSeq(),
    chat_id: chat.chat_id,
    sender: principalOf(actor),
    ...what,
    ...(place === undefined ? {} : { root_id: place.root_id, parent_id: place.parent_id }),
    ...threaded,
    create_time: now,
    update_time: now,
    deleted: false,
    updated: false,
    edit_count: 0,
  };
  world.store.put(world.rows.messages, message.message_id, message);
  showsCard(world, message);
  world.done(actor, {
    op,
    resource: { kind: 'message', token: message.message_id, parent: chat.chat_id },
    after: shown(message),
  });
  emitMessage(world, chat, message);
  emitRead(world, chat, message);
  return message;
}

/** The id of a thread that begins in this chat. */
export function newThread(world: World, chatId: string): string {
  const id = newId.thread();
  world.store.put(world.rows.threads, id, chatId);
  return id;
}

/** A message as the operation log shows it. */
export function shown(message: Message): Record<string, unknown> {
  return {
    msg_type: message.msg_type,
    content: message.content,
    mentions: message.mentions.map((m) => m.principal),
    ...(message.parent_id === undefined ? {} : { parent_id: message.parent_id }),
    ...(message.thread_id === undefined ? {} : { thread_id: message.thread_id }),
  };
}
