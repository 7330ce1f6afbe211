import { newId } from '../core/ids.ts';
import type { Actor, Chat, PrincipalId } from '../core/model.ts';
import { idOf, type UserIdType } from '../core/resolve.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { im } from './errors.ts';

export function chatOrThrow(world: World, chatId: string): Chat {
  const chat = world.rows.chats.get(chatId);
  if (chat === undefined) throw im.badChatId();
  return chat;
}

/** The chat, for a caller who is in it. */
export function ownChat(world: World, actor: Actor, chatId: string): Chat {
  const chat = chatOrThrow(world, chatId);
  if (chat.disbanded === true) throw im.dissolved(chat.chat_id);
  if (!isMember(chat, principalOf(actor))) throw im.operatorOutside(chatId);
  return chat;
}

export function isMember(chat: Chat, principal: PrincipalId): boolean {
  return chat.members.includes(principal);
}

export function mayManage(chat: Chat, principal: PrincipalId): boolean {
  return chat.owner === principal || chat.managers.includes(principal);
}

/** Chats in order of creation. */
export function chatsInOrder(world: World): Chat[] {
  return [...world.rows.chats.values()].sort((a, b) => a.seq - b.seq);
}

/** The one-to-one chat of two principals, when they have one. */
export function directChatOf(world: World, a: PrincipalId, b: PrincipalId): Chat | undefined {
  return world.rows.chats.get(world.rows.p2p.get([a, b].sort().join('|')) ?? '');
}

/** The one-to-one chat of two principals, made when it is first needed. */
export function p2pChat(world: World, a: PrincipalId, b: PrincipalId): { chat: Chat; created: boolean } {
  const pair = [a, b].sort().join('|');
  const known = directChatOf(world, a, b);
  if (known !== undefined) return { chat: known, created: false };
  const chat: Chat = {
    chat_id: newId.chat(),
    seq: world.store.nextSeq(),
    name: '',
    description: '',
    chat_mode: 'p2p',
    chat_type: 'private',
    group_message_type: 'chat',
    owner: '',
    managers: [],
    members: [a, b],
  };
  world.store.put(world.rows.p2p, pair, chat.chat_id);
  world.store.put(world.rows.chats, chat.chat_id, chat);
  return { chat, created: true };
}

const AVATAR = 'https://s1-imfile.feishucdn.com/static-resource/v1/avatar-placeholder';

const PERMISSIONS = {
  add_member_permission: 'all_members',
  share_card_permission: 'allowed',
  at_all_permission: 'all_members',
  edit_permission: 'all_members',
};

const VISIBILITY = {
  join_message_visibility: 'all_members',
  leave_message_visibility: 'all_members',
  membership_approval: 'no_approval_required',
  moderation_permission: 'all_members',
};

const RESTRICTED = {
  status: false,
  screenshot_has_permission_setting: 'all_members',
  download_has_permission_setting: 'all_members',
  message_has_permission_setting: 'all_members',
};

/** What can be set of a group, as the event of a change shows it. */
export function settingsOf(chat: Chat): Record<string, unknown> {
  return {
    avatar: AVATAR,
    name: chat.name,
    description: chat.description,
    i18n_names: chat.i18n_names ?? {},
    ...PERMISSIONS,
    ...VISIBILITY,
    restricted_mode_setting: RESTRICTED,
    group_message_type: chat.group_message_type,
  };
}

function statusOf(chat: Chat): string {
  return chat.disbanded === true ? 'dissolved' : 'normal';
}

/** `owner_id` is absent when a bot owns the chat. */
function ownerOf(world: World, actor: Actor, chat: Chat, type: UserIdType): Record<string, string> {
  if (chat.owner === '' || isApp(chat.owner)) return {};
  return { owner_id: idOf(world, world.viewOf(actor), type, chat.owner), owner_id_type: type };
}

/** Managers beside the owner, people and apps apart; each list is absent when it would be empty. */
export function managersOf(
  world: World,
  actor: Actor,
  chat: Chat,
  type: UserIdType,
): { user_manager_id_list?: string[]; bot_manager_id_list?: string[] } {
  const apps = chat.managers.filter(isApp);
  const people = chat.managers.filter((m) => !isApp(m)).map((m) => idOf(world, world.viewOf(actor), type, m));
  return {
    ...(people.length === 0 ? {} : { user_manager_id_list: people }),
    ...(apps.length === 0 ? {} : { bot_manager_id_list: apps }),
  };
}

export function chatListItem(
  world: World,
  actor: Actor,
  chat: Chat,
  type: UserIdType,
): Record<string, unknown> {
  return {
    chat_id: chat.chat_id,
    avatar: AVATAR,
    name: chat.name,
    description: chat.description,
    ...ownerOf(world, actor, chat, type),
    external: false,
    tenant_key: world.tenantKey,
    chat_status: statusOf(chat),
  };
}

/** The chat as get and create show it; the two counts are strings. */
export function chatDetail(
  world: World,
  actor: Actor,
  chat: Chat,
  type: UserIdType,
): Record<string, unknown> {
  const bots = chat.members.filter(isApp);
  return {
    ...settingsOf(chat),
    ...ownerOf(world, actor, chat, type),
    ...managersOf(world, actor, chat, type),
    chat_mode: chat.chat_mode,
    chat_type: chat.chat_type,
    chat_tag: 'inner',
    external: false,
    tenant_key: world.tenantKey,
    user_count: String(chat.members.length - bots.length),
    bot_count: String(bots.length),
    urgent_setting: 'all_members',
    video_conference_setting: 'all_members',
    hide_member_count_setting: 'all_members',
    chat_status: statusOf(chat),
  };
}
