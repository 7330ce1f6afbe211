import * as z from 'zod';
import type { Permission } from '../../../schemas/index.ts';
import { PlatformError, type AssetRef, type CreatedGroup, type NewGroup, type ShareTarget } from '../port.ts';
import { ANSWERS } from './answers.ts';
import { pathId, type LarkCalls } from './call.ts';
import type { People } from './people.ts';

/** At most this many people are taken into a group by one call. */
const MEMBERS_A_CALL = 50;

export class Groups {
  readonly #calls: LarkCalls;
  readonly #people: People;
  constructor(calls: LarkCalls, people: People) {
    this.#calls = calls;
    this.#people = people;
  }

  async create(input: NewGroup, signal?: AbortSignal): Promise<CreatedGroup> {
    const chat_id = input.chat_id ?? (await this.#make(input, signal));
    const bots: string[] = [];
    const ids: string[] = [];
    for (const member of input.members) {
      if (this.#people.botOf(member) !== undefined) bots.push(member);
      else ids.push(await this.#people.openId(member, signal));
    }
    // One call after the other: parallel ones conflict (232019).
    for (let from = 0; from < ids.length; from += MEMBERS_A_CALL) {
      await this.#calls.call(
        {
          op: 'im.chat.members.create',
          method: 'POST',
          path: `/im/v1/chats/${pathId(chat_id)}/members`,
          params: { member_id_type: 'open_id', succeed_type: 1 },
          data: { id_list: ids.slice(from, from + MEMBERS_A_CALL) },
        },
        z.unknown(),
        signal,
      );
    }
    for (const bot of bots) await this.#joinBot(chat_id, this.#people.botOf(bot) ?? '', signal);
    const members = await this.#calls.pages(
      {
        op: 'im.chat.members.get',
        method: 'GET',
        path: `/im/v1/chats/${pathId(chat_id)}/members`,
        params: { member_id_type: 'open_id', page_size: 100 },
      },
      ANSWERS['im.chat.members.get'],
      signal,
    );
    return {
      chat_id,
      members_readback: members
        .map((m) => this.#people.authorOf(m.member_id))
        .filter((author) => author.kind === 'npc')
        .map((author) => author.key)
        // The list never names a bot: that it was let in is what its own call said.
        .concat(bots),
    };
  }

  async find(name: string, signal?: AbortSignal): Promise<string[]> {
    const chats = await this.#calls.pages(
      { op: 'im.chat.list', method: 'GET', path: '/im/v1/chats', params: { page_size: 100 } },
      ANSWERS['im.chat.list'],
      signal,
    );
    return chats.filter((chat) => chat.name === name).map(({ chat_id }) => chat_id);
  }

  async #make(input: NewGroup, signal?: AbortSignal): Promise<string> {
    const { chat_id } = await this.#calls.call(
      {
        op: 'im.chat.create',
        method: 'POST',
        path: '/im/v1/chats',
        params: { user_id_type: 'open_id', set_bot_manager: true, uuid: input.key },
        data: {
          name: input.name,
          description: input.description,
          chat_mode: 'group',
          chat_type: input.private ? 'private' : 'public',
        },
      },
      ANSWERS['im.chat.create'],
      signal,
    );
    return chat_id;
  }

  joinAgent(agent: string, chatId: string, signal?: AbortSignal): Promise<void> {
    return this.#joinBot(chatId, this.#people.agent(agent).app_id, signal);
  }

  async #joinBot(chatId: string, appId: string, signal?: AbortSignal): Promise<void> {
    const answer = await this.#calls.call(
      {
        op: 'im.chat.members.create',
        method: 'POST',
        path: `/im/v1/chats/${pathId(chatId)}/members`,
        params: { member_id_type: 'app_id' },
        data: { id_list: [appId] },
      },
      ANSWERS['im.chat.members.create'],
      signal,
    );
    const lists = [answer.invalid_id_list, answer.not_existed_id_list, answer.pending_approval_id_list];
    if (lists.some((list) => list?.includes(appId) === true)) {
      throw new PlatformError(
        'im.chat.members.create',
        200,
        0,
        `bot ${appId} was not let into the group; switch on the bot ability of the app, and publish it to this tenant`,
      );
    }
  }

  async share(asset: AssetRef, to: ShareTarget, perm: Permission, signal?: AbortSignal): Promise<void> {
    const member = await this.#member(to, signal);
    await this.#calls.call(
      {
        op: 'drive.permission.member.create',
        method: 'POST',
        path: `/drive/v1/permissions/${pathId(asset.token)}/members`,
        params: { type: asset.kind === 'doc' ? 'docx' : 'bitable', need_notification: false },
        data: { ...member, perm },
      },
      z.unknown(),
      signal,
    );
  }

  async #member(to: ShareTarget, signal?: AbortSignal): Promise<Record<string, string>> {
    switch (to.kind) {
      case 'group':
        return { member_type: 'openchat', member_id: to.chat_id, type: 'chat' };
      case 'agent':
        return { member_type: 'appid', member_id: this.#people.agent(to.agent).app_id };
      case 'actor': {
        const bot = this.#people.botOf(to.actor);
        if (bot !== undefined) return { member_type: 'appid', member_id: bot };
        return {
          member_type: 'openid',
          member_id: await this.#people.openId(to.actor, signal),
          type: 'user',
        };
      }
    }
  }
}
