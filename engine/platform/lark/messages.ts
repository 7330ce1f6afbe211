import type { Author } from '../../../schemas/index.ts';
import type { DirectChat, OutgoingMessage, PlatformMessage, PlatformReaction } from '../port.ts';
import { ANSWERS } from './answers.ts';
import { pathId, type LarkCalls } from './call.ts';
import { flatten } from './content.ts';
import type { People } from './people.ts';
import type { WireMessage } from './wire.ts';

export class Messages {
  /** `actor agent` -> chat_id */
  readonly #directChats = new Map<string, string>();
  readonly #calls: LarkCalls;
  readonly #people: People;

  constructor(calls: LarkCalls, people: People) {
    this.#calls = calls;
    this.#people = people;
  }

  async send(input: OutgoingMessage, signal?: AbortSignal): Promise<PlatformMessage> {
    const place = input.direct === undefined ? input.chat_id : `${input.actor} ${input.direct}`;
    const mentioned =
      input.mention === undefined ? [] : [this.#people.agentSeenBy(input.actor, input.mention)];
    for (const actor of input.also_mention ?? [])
      mentioned.push(await this.#people.openId(actor, signal, input.actor ?? undefined));
    const at = mentioned.map((id) => `<at user_id="${id}"></at> `).join('');
    const body = { msg_type: 'text', content: JSON.stringify({ text: at + input.text }), uuid: input.key };
    const as = input.actor ?? undefined;
    const to =
      input.direct === undefined
        ? ({ receive_id_type: 'chat_id', receive_id: input.chat_id } as const)
        : ({ receive_id_type: 'open_id', receive_id: this.#people.agent(input.direct).open_id } as const);
    const call =
      input.reply_to === undefined
        ? {
            op: 'im.message.create',
            path: '/im/v1/messages',
            params: { receive_id_type: to.receive_id_type },
            data: { receive_id: to.receive_id, ...body },
          }
        : {
            op: 'im.message.reply',
            path: `/im/v1/messages/${pathId(input.reply_to)}/reply`,
            data: { ...body, reply_in_thread: input.direct === undefined },
          };
    const sent = await this.#calls.call(
      { ...call, method: 'POST', as, chat: place },
      ANSWERS['im.message.create'],
      signal,
    );
    if (input.direct === undefined) return this.#shown(sent);
    if (sent.chat_id !== undefined) this.#directChats.set(place, sent.chat_id);
    return this.#shown(sent, input.actor);
  }

  async read(id: string, signal?: AbortSignal): Promise<PlatformMessage> {
    const answer = await this.#calls.call(
      { op: 'im.message.get', method: 'GET', path: `/im/v1/messages/${pathId(id)}` },
      ANSWERS['im.message.get'],
      signal,
    );
    return this.#shown(answer.items[0] as WireMessage);
  }

  async thread(threadId: string, signal?: AbortSignal): Promise<PlatformMessage[]> {
    return this.#list({ container_id_type: 'thread', container_id: threadId }, signal);
  }

  async group(chatId: string, from: string, signal?: AbortSignal): Promise<PlatformMessage[]> {
    // The filter counts whole seconds; what is too early in the first second is left to the caller's window.
    const start_time = String(Math.floor(Date.parse(from) / 1000));
    const listed = await this.#list({ container_id_type: 'chat', container_id: chatId, start_time }, signal);
    return listed.filter((m) => Date.parse(m.ts) >= Date.parse(from));
  }

  /** See the port. The person whose token opens the chat is its only human. */
  async direct(input: DirectChat & { from: string }, signal?: AbortSignal): Promise<PlatformMessage[]> {
    const chat = input.chat_id ?? (await this.#directChat(input, signal));
    if (chat === undefined) return [];
    const as = input.actor;
    // Without a start: an old message may carry a thread with a new reply.
    const roots = await this.#items({ container_id_type: 'chat', container_id: chat }, as, signal);
    const all = new Map(roots.map((m) => [m.message_id, m]));
    for (const { thread_id } of roots) {
      if (thread_id === undefined) continue;
      const thread = { container_id_type: 'thread', container_id: thread_id };
      for (const m of await this.#items(thread, as, signal)) all.set(m.message_id, m);
    }
    return [...all.values()]
      .map((m) => this.#shown(m, input.actor))
      .filter((m) => Date.parse(m.ts) >= Date.parse(input.from))
      .sort((a, b) => a.ts.localeCompare(b.ts));
  }

  async directReactions(
    input: { actor: string; message_id: string },
    signal?: AbortSignal,
  ): Promise<PlatformReaction[]> {
    return this.#reactions(input.message_id, input.actor, signal, input.actor);
  }

  reactions(id: string, signal?: AbortSignal): Promise<PlatformReaction[]> {
    return this.#reactions(id, undefined, signal);
  }

  async #directChat({ actor, agent }: DirectChat, signal?: AbortSignal): Promise<string | undefined> {
    const place = `${actor} ${agent}`;
    const known = this.#directChats.get(place);
    if (known !== undefined) return known;
    const { p2p_chats } = await this.#calls.call(
      {
        op: 'im.chat_p2p.batch_query',
        method: 'POST',
        path: '/im/v1/chat_p2p/batch_query',
        params: { chatter_id_type: 'open_id' },
        data: { chatter_ids: [this.#people.agent(agent).open_id] },
        as: actor,
      },
      ANSWERS['im.chat_p2p.batch_query'],
      signal,
    );
    const found = p2p_chats?.[0]?.chat_id;
    if (found !== undefined) this.#directChats.set(place, found);
    return found;
  }

  async #reactions(
    id: string,
    as: string | undefined,
    signal?: AbortSignal,
    actor?: string,
  ): Promise<PlatformReaction[]> {
    const items = await this.#calls.pages(
      {
        op: 'im.reaction.list',
        method: 'GET',
        path: `/im/v1/messages/${pathId(id)}/reactions`,
        params: { page_size: 50 },
        as,
      },
      ANSWERS['im.reaction.list'],
      signal,
    );
    return items.map((r) => ({
      emoji: r.reaction_type.emoji_type,
      at: Number(r.action_time),
      by: this.#author(r.operator.operator_id, r.operator.operator_type, actor),
    }));
  }

  async #list(params: Record<string, string>, signal?: AbortSignal): Promise<PlatformMessage[]> {
    return (await this.#items(params, undefined, signal)).map((item) => this.#shown(item));
  }

  #items(
    params: Record<string, string>,
    as: string | undefined,
    signal?: AbortSignal,
  ): Promise<WireMessage[]> {
    return this.#calls.pages(
      {
        op: 'im.message.list',
        method: 'GET',
        path: '/im/v1/messages',
        params: { ...params, sort_type: 'ByCreateTimeAsc', page_size: 50 },
        as,
      },
      ANSWERS['im.message.list'],
      signal,
    );
  }

  /** In a direct chat every person is the actor, whatever the id: it is that of the app which the token belongs to. */
  #author(id: string, type: string | undefined, direct?: string): Author {
    return direct !== undefined && type === 'user' ? { kind: 'npc', key: direct } : this.#people.authorOf(id);
  }

  /** @param direct the actor in whose direct chat the message stands */
  #shown(wire: WireMessage, direct?: string): PlatformMessage {
    const mentions = wire.mentions ?? [];
    const names = new Map(mentions.map((m) => [m.key, m.name]));
    const { text, attachments } = flatten(wire.msg_type, wire.body?.content ?? '', names);
    const ms = Number(wire.create_time);
    return {
      message_id: wire.message_id,
      chat_id: wire.chat_id ?? '',
      thread_id: wire.thread_id ?? null,
      root_id: wire.root_id ?? null,
      ts: new Date(ms).toISOString(),
      // Some captured messages are cut to the minute or second.
      ts_precision: ms % 60_000 === 0 ? 'min' : ms % 1000 === 0 ? 's' : 'ms',
      author: this.#author(wire.sender.id, wire.sender.sender_type, direct),
      sender_id: wire.sender.id,
      text: wire.deleted === true ? '' : text,
      mentions: mentions.map((m) => ({ who: this.#people.authorOf(m.id), name: m.name })),
      attachments: wire.deleted === true ? [] : attachments,
      deleted: wire.deleted ?? false,
      edited: wire.updated ?? false,
    };
  }
}
