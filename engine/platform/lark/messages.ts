import * as z from 'zod';
import type { Author } from '../../../schemas/index.ts';
import type { OutgoingMessage, PlatformMessage } from '../port.ts';
import { pathId, wait, type LarkCalls } from './call.ts';
import { flatten } from './content.ts';
import type { People } from './people.ts';
import type { LarkSettings } from './settings.ts';

const message = z.object({
  message_id: z.string(),
  chat_id: z.string().optional(),
  root_id: z.string().optional(),
  thread_id: z.string().optional(),
  msg_type: z.string(),
  create_time: z.string().regex(/^\d+$/),
  deleted: z.boolean().optional(),
  updated: z.boolean().optional(),
  sender: z.object({ id: z.string(), id_type: z.string().optional(), sender_type: z.string().optional() }),
  body: z.object({ content: z.string() }).optional(),
  mentions: z.array(z.object({ key: z.string(), id: z.string(), name: z.string() })).optional(),
});
type WireMessage = z.infer<typeof message>;
const page = z.object({
  items: z.array(message).optional(),
  has_more: z.boolean().optional(),
  page_token: z.string().optional(),
});
const reactionPage = z.object({
  items: z
    .array(
      z.object({
        operator: z.object({ operator_id: z.string(), operator_type: z.string() }),
        reaction_type: z.object({ emoji_type: z.string() }),
        action_time: z.string(),
      }),
    )
    .optional(),
  has_more: z.boolean().optional(),
  page_token: z.string().optional(),
});

export class Messages {
  readonly #nextSlot = new Map<string, number>();
  readonly #calls: LarkCalls;
  readonly #people: People;
  readonly #settings: LarkSettings;

  constructor(calls: LarkCalls, people: People, settings: LarkSettings) {
    this.#calls = calls;
    this.#people = people;
    this.#settings = settings;
  }

  async send(input: OutgoingMessage, signal?: AbortSignal): Promise<PlatformMessage> {
    await this.#slot(input.chat_id, signal);
    const at =
      input.mention === undefined ? '' : `<at user_id="${this.#people.agent(input.mention).open_id}"></at> `;
    const body = { msg_type: 'text', content: JSON.stringify({ text: at + input.text }), uuid: input.key };
    const userToken = input.actor === null ? undefined : this.#people.userToken(input.actor);
    const sent =
      input.reply_to === undefined
        ? await this.#calls.call(
            {
              op: 'im.message.create',
              method: 'POST',
              path: '/im/v1/messages',
              params: { receive_id_type: 'chat_id' },
              data: { receive_id: input.chat_id, ...body },
              userToken,
            },
            message,
            signal,
          )
        : await this.#calls.call(
            {
              op: 'im.message.reply',
              method: 'POST',
              path: `/im/v1/messages/${pathId(input.reply_to)}/reply`,
              data: { ...body, reply_in_thread: true },
              userToken,
            },
            message,
            signal,
          );
    return this.#shown(sent);
  }

  async read(id: string, signal?: AbortSignal): Promise<PlatformMessage> {
    const answer = await this.#calls.call(
      { op: 'im.message.get', method: 'GET', path: `/im/v1/messages/${pathId(id)}` },
      z.object({ items: z.array(message).min(1) }),
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

  async reactions(id: string, signal?: AbortSignal): Promise<{ emoji: string; by: Author; at: number }[]> {
    const items = await this.#calls.pages(
      {
        op: 'im.reaction.list',
        method: 'GET',
        path: `/im/v1/messages/${pathId(id)}/reactions`,
        params: { page_size: 50 },
      },
      reactionPage,
      signal,
    );
    return items.map((r) => ({
      emoji: r.reaction_type.emoji_type,
      at: Number(r.action_time),
      by: this.#people.authorOf(r.operator.operator_id),
    }));
  }

  #list(params: Record<string, string>, signal?: AbortSignal): Promise<PlatformMessage[]> {
    return this.#calls
      .pages(
        {
          op: 'im.message.list',
          method: 'GET',
          path: '/im/v1/messages',
          params: { ...params, sort_type: 'ByCreateTimeAsc', page_size: 50 },
        },
        page,
        signal,
      )
      .then((items) => items.map((item) => this.#shown(item)));
  }

  /** Waits for the group's next free slot, so that a tenant's limit per group is never hit by us. */
  async #slot(chatId: string, signal?: AbortSignal): Promise<void> {
    const interval = this.#settings.group_interval_ms;
    if (interval === 0) return;
    const now = Date.now();
    const at = Math.max(now, this.#nextSlot.get(chatId) ?? 0);
    this.#nextSlot.set(chatId, at + interval);
    if (at > now) await wait(at - now, signal);
  }

  #shown(wire: WireMessage): PlatformMessage {
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
      author: this.#people.authorOf(wire.sender.id),
      sender_id: wire.sender.id,
      text: wire.deleted === true ? '' : text,
      mentions: mentions.map((m) => ({ who: this.#people.authorOf(m.id), name: m.name })),
      attachments: wire.deleted === true ? [] : attachments,
      deleted: wire.deleted ?? false,
      edited: wire.updated ?? false,
    };
  }
}
