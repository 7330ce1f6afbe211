import * as z from 'zod';
import type { Permission, Row, TableField } from '../../../schemas/index.ts';
import type { BaseRef, PlatformMessage, PlatformRow } from '../port.ts';
import { ANSWERS } from './answers.ts';
import { Bases } from './bases.ts';
import { LarkCalls, orGone, pathId, type RepeatPolicy } from './call.ts';
import { toPlatform } from './cells.ts';
import { Documents } from './documents.ts';
import { Groups } from './groups.ts';
import { Messages } from './messages.ts';
import { People } from './people.ts';
import { larkSend, larkMessages } from './sdk.ts';
import type { LarkSettings } from './settings.ts';

const REACTION_NOT_FOUND = 231003;
const RECORD_NOT_FOUND = 1254043;

/** What came in over the long connection. */
export interface Heard {
  readonly message_id: string;
  readonly chat_id: string;
}

/** Lark as a bot sees it that is a member: it hears, speaks, and changes documents and tables under its own name. */
export interface LarkMember {
  /** Opens the long connection; each message is handed on before it is acknowledged. */
  listen(heard: (message: Heard) => void): Promise<void>;
  read(message_id: string, signal?: AbortSignal): Promise<PlatformMessage>;
  readThread(thread_id: string, signal?: AbortSignal): Promise<PlatformMessage[]>;
  readGroup(input: { chat_id: string; from: string }, signal?: AbortSignal): Promise<PlatformMessage[]>;
  /** Into the thread of `reply_to`, or into a group; `@` with an actor's display name becomes a real mention. */
  say(line: Saying, signal?: AbortSignal): Promise<void>;
  react(message_id: string, emoji: string, signal?: AbortSignal): Promise<string>;
  unreact(message_id: string, reaction_id: string, signal?: AbortSignal): Promise<void>;
  rows(base: BaseRef, signal?: AbortSignal): Promise<PlatformRow[]>;
  setRow(
    base: BaseRef,
    id: string,
    fields: readonly TableField[],
    set: Row,
    signal?: AbortSignal,
  ): Promise<void>;
  addRow(
    base: BaseRef,
    fields: readonly TableField[],
    row: Row,
    key: string,
    signal?: AbortSignal,
  ): Promise<void>;
  removeRow(base: BaseRef, id: string, signal?: AbortSignal): Promise<void>;
  rewrite(document: string, markdown: string, signal?: AbortSignal): Promise<void>;
  /** Makes a document, shares it into the group, and returns its link. */
  publish(
    page: { title: string; markdown: string; chat_id: string; perm: Permission },
    signal?: AbortSignal,
  ): Promise<string>;
  close(): void;
}

export interface Saying {
  readonly chat_id: string;
  readonly reply_to?: string;
  /** Stays out of threads: an answer in a direct chat. */
  readonly direct?: boolean;
  readonly text: string;
  readonly key: string;
}

/** @param settings whose `operator` is the bot itself; `names` display names by actor key */
export async function connectMember(
  settings: LarkSettings,
  zone: string,
  names: ReadonlyMap<string, string>,
  repeat?: Partial<RepeatPolicy>,
): Promise<LarkMember> {
  const calls = new LarkCalls(await larkSend(settings, settings.operator), repeat);
  const people = new People(settings, calls);
  await people.learnAll();
  const ids = new Map<string, string>();
  for (const [key, name] of names) ids.set(name, await people.openId(key));
  const messages = new Messages(calls, people);
  const groups = new Groups(calls, people);
  const bases = new Bases(calls, people, zone);
  const documents = new Documents(calls);
  const records = (base: BaseRef): string =>
    `/bitable/v1/apps/${pathId(base.token)}/tables/${pathId(base.table_id)}/records`;
  const cells = (fields: readonly TableField[], row: Row): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [
        name,
        toPlatform(
          fields.find((f) => f.name === name),
          cell,
          zone,
        ) ?? null,
      ]),
    );
  let close = (): void => undefined;
  return {
    listen: async (heard) => {
      close = await larkMessages(settings, heard);
    },
    read: (id, s) => messages.read(id, s),
    readThread: (id, s) => messages.thread(id, s),
    readGroup: (input, s) => messages.group(input.chat_id, input.from, s),
    say: async ({ chat_id, reply_to, direct, text, key }, s) => {
      const content = JSON.stringify({ text: withMentions(text, ids) });
      const body = { msg_type: 'text', content, uuid: key };
      await calls.call(
        reply_to === undefined
          ? {
              op: 'im.message.create',
              method: 'POST',
              path: '/im/v1/messages',
              params: { receive_id_type: 'chat_id' },
              data: { receive_id: chat_id, ...body },
            }
          : {
              op: 'im.message.reply',
              method: 'POST',
              path: `/im/v1/messages/${pathId(reply_to)}/reply`,
              data: { ...body, reply_in_thread: direct !== true },
            },
        z.unknown(),
        s,
      );
    },
    react: async (id, emoji, s) => {
      const made = await calls.call(
        {
          op: 'im.reaction.create',
          method: 'POST',
          path: `/im/v1/messages/${pathId(id)}/reactions`,
          data: { reaction_type: { emoji_type: emoji } },
        },
        ANSWERS['im.reaction.create'],
        s,
      );
      return made.reaction_id;
    },
    unreact: async (id, reaction, s) => {
      const path = `/im/v1/messages/${pathId(id)}/reactions/${encodeURIComponent(reaction)}`;
      const call = { op: 'im.reaction.delete', method: 'DELETE', path } as const;
      await orGone(calls.call(call, z.unknown(), s), REACTION_NOT_FOUND);
    },
    rows: (base, s) => bases.rows(base, s),
    setRow: async (base, id, fields, set, s) => {
      await calls.call(
        {
          op: 'bitable.record.update',
          method: 'PUT',
          path: `${records(base)}/${pathId(id)}`,
          data: { fields: cells(fields, set) },
        },
        z.unknown(),
        s,
      );
    },
    addRow: async (base, fields, row, key, s) => {
      await bases.addRows({ base, fields, rows: [row], key }, s);
    },
    removeRow: async (base, id, s) => {
      const path = `${records(base)}/${pathId(id)}`;
      const call = { op: 'bitable.record.delete', method: 'DELETE', path } as const;
      await orGone(calls.call(call, z.unknown(), s), RECORD_NOT_FOUND);
    },
    rewrite: (document, markdown, s) => documents.rewrite(document, markdown, s),
    publish: async ({ title, markdown, chat_id, perm }, s) => {
      const asset = await documents.create(title, markdown, s);
      await groups.share(asset, { kind: 'group', chat_id }, perm, s);
      return `${settings.web ?? settings.domain}/docx/${asset.token}`;
    },
    close: () => close(),
  };
}

/** `@Name` as a mention; the longest names first, so that none is cut short by another. */
function withMentions(text: string, ids: ReadonlyMap<string, string>): string {
  const names = [...ids.keys()].filter((name) => name !== '').sort((a, b) => b.length - a.length);
  let out = '';
  for (let at = 0; at < text.length;) {
    const name = text[at] === '@' ? names.find((one) => text.startsWith(one, at + 1)) : undefined;
    if (name === undefined) {
      out += text.charAt(at);
      at += 1;
    } else {
      out += `<at user_id="${ids.get(name) ?? ''}">${name}</at>`;
      at += 1 + name.length;
    }
  }
  return out;
}
