import { randomUUID } from 'node:crypto';
import * as lark from '@larksuiteoapi/node-sdk';
import axios from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';
import { cellText, plainText } from './content.ts';
import type { Chat, Column, Incoming, Message, Row, Table, Workplace } from './workplace.ts';

export interface Settings {
  readonly appId: string;
  readonly appSecret: string;
  readonly domain: string;
}

export type Log = (line: string) => void;

const HISTORY_PAGES = 4;
/** Rate limits of the app, of a chat, of the tenant; write conflicts of a table. */
const COME_AGAIN = new Set([99991400, 230020, 11232, 1254291]);
const MOST_TRIES = 8;
const LONGEST_PAUSE = 5_000;

/** The SDK's own logger prints to stdout and dumps tokens; this one writes the plain words to our log. */
function quietLogger(log: Log) {
  const say = (...parts: unknown[]) => {
    const line = parts
      .flat()
      .filter((part) => typeof part === 'string')
      .join(' ');
    // events that this bot does not listen to
    if (!/^no \S+ handle$/u.test(line)) log(line.slice(0, 300));
  };
  const nothing = () => undefined;
  return { error: say, warn: say, info: nothing, debug: nothing, trace: nothing };
}

/** axios without proxy, with a timeout, and with the unwrapping that the SDK expects of its HTTP instance. */
function http(): lark.HttpInstance {
  const instance = axios.create({ timeout: 10_000, proxy: false });
  instance.interceptors.response.use((response) => {
    const wantsHeaders = '$return_headers' in response.config && response.config.$return_headers === true;
    const body: unknown = response.data;
    return (wantsHeaders ? { data: body, headers: response.headers } : body) as never;
  });
  return instance as unknown as lark.HttpInstance;
}

interface Answer<T> {
  code?: number | undefined;
  msg?: string | undefined;
  data?: T | undefined;
}

interface Failure {
  readonly code: number;
  readonly msg: string;
  /** ms; undefined when the call must not be repeated */
  readonly pause: number | undefined;
}

/** No answer, or one of the gateway, says nothing about whether the call was done: it is repeated, so writes carry a key. */
function failureOf(code: number | undefined, msg: string, status: number, resetSeconds = 0): Failure {
  const lost = status === 429 || status >= 500 || code === undefined;
  const again = lost || COME_AGAIN.has(code);
  return { code: code ?? -1, msg, pause: again ? resetSeconds * 1000 : undefined };
}

/** Calls the platform; repeats when it asks to slow down or does not answer; throws on every other refusal. */
async function call<T>(op: string, send: () => Promise<Answer<T>>): Promise<T | undefined> {
  for (let attempt = 1; ; attempt++) {
    let failure: Failure;
    try {
      const answer = await send();
      if (answer.code === undefined || answer.code === 0) return answer.data;
      failure = failureOf(answer.code, answer.msg ?? '', 200);
    } catch (error) {
      if (!axios.isAxiosError<Answer<T> | string>(error)) throw error;
      const { data, status = 0, headers = {} } = error.response ?? {};
      const body = typeof data === 'object' ? data : {};
      const reset = Number(headers['x-ogw-ratelimit-reset'] ?? 0);
      failure = failureOf(body.code, body.msg ?? error.message, status, Number.isFinite(reset) ? reset : 0);
    }
    if (failure.pause === undefined || attempt === MOST_TRIES)
      throw new Error(`${op}: ${failure.code} ${failure.msg}`);
    await sleep(failure.pause + Math.min(100 * 2 ** attempt, LONGEST_PAUSE));
  }
}

/** Reads all pages. The SDK's iterators swallow errors, so the loop is our own. */
async function pages<T>(
  read: (
    token: string | undefined,
  ) => Promise<
    { items?: T[] | undefined; has_more?: boolean | undefined; page_token?: string | undefined } | undefined
  >,
  limit = Number.POSITIVE_INFINITY,
): Promise<T[]> {
  const all: T[] = [];
  let token: string | undefined;
  for (let page = 0; page < limit; page++) {
    const answer = await read(token);
    all.push(...(answer?.items ?? []));
    token = answer?.page_token;
    if (answer?.has_more !== true || token === undefined || token === '') break;
  }
  return all;
}

const from = (token: string | undefined) => (token === undefined ? {} : { page_token: token });

export class LarkWorkplace implements Workplace {
  private readonly client: lark.Client;

  constructor(
    private readonly settings: Settings,
    private readonly log: Log,
  ) {
    this.client = new lark.Client({
      ...settings,
      cache: new lark.DefaultCache(),
      httpInstance: http(),
      logger: quietLogger(log),
    });
  }

  /** Opens the long connection. The handler must return at once: the platform repeats what is not acknowledged in 3 s. */
  listen(onMessage: (message: Incoming) => void): lark.WSClient {
    const dispatcher = new lark.EventDispatcher({ logger: quietLogger(this.log) }).register({
      'im.message.receive_v1': ({ sender, message }) => {
        const mentions = message.mentions ?? [];
        onMessage({
          id: message.message_id,
          chatId: message.chat_id,
          direct: message.chat_type === 'p2p',
          threadId: message.thread_id,
          sender: sender.sender_type === 'user' ? sender.sender_id?.open_id : undefined,
          fromMe: false,
          raw: message.content,
          text: plainText(message.content, mentions),
          mentions: mentions.map((m) => ({ openId: m.id.open_id ?? '', name: m.name })),
        });
      },
    });
    const socket = new lark.WSClient({
      ...this.settings,
      httpInstance: http(),
      logger: quietLogger(this.log),
      wsConfig: { pingTimeout: 30 },
      handshakeTimeoutMs: 15_000,
      onReady: () => this.log('connected'),
      onReconnecting: () => this.log('connection lost, trying again'),
      onError: (error) => this.log(`no connection: ${error.message}`),
    });
    void socket.start({ eventDispatcher: dispatcher });
    return socket;
  }

  async me() {
    const bot = await call('bot.info', async () => {
      const url = '/open-apis/bot/v3/info';
      const answer: unknown = await this.client.request({ method: 'GET', url });
      const {
        code,
        msg,
        bot: data,
      } = answer as Answer<never> & { bot?: { open_id?: string; app_name?: string } };
      return { code, msg, data };
    });
    if (bot?.open_id === undefined) throw new Error('bot.info: the platform does not know this bot');
    return { openId: bot.open_id, name: bot.app_name ?? '' };
  }

  async chats(): Promise<Chat[]> {
    const items = await pages((token) =>
      call('chat.list', () => this.client.im.v1.chat.list({ params: { page_size: 100, ...from(token) } })),
    );
    return Promise.all(
      items.map(async ({ chat_id: id = '', name = '' }) => {
        const detail = await call('chat.get', () => this.client.im.v1.chat.get({ path: { chat_id: id } }));
        return { id, name, isPrivate: detail?.chat_type !== 'public' };
      }),
    );
  }

  async members(chatId: string) {
    const items = await pages((token) =>
      call('members.get', () =>
        this.client.im.v1.chatMembers.get({
          path: { chat_id: chatId },
          params: { member_id_type: 'open_id', page_size: 100, ...from(token) },
        }),
      ),
    );
    return items.map(({ member_id: openId = '', name = '' }) => ({ openId, name }));
  }

  async history(container: 'chat' | 'thread', id: string): Promise<Message[]> {
    const items = await pages(
      (token) =>
        call('message.list', () =>
          this.client.im.v1.message.list({
            params: {
              container_id_type: container,
              container_id: id,
              sort_type: 'ByCreateTimeDesc',
              page_size: 50,
              ...from(token),
            },
          }),
        ),
      HISTORY_PAGES,
    );
    return items.reverse().map((item) => {
      const raw = item.deleted === true ? '' : (item.body?.content ?? '');
      return {
        id: item.message_id ?? '',
        raw,
        text: plainText(raw, item.mentions ?? []),
        fromMe: item.sender?.id === this.settings.appId,
        sender: item.sender?.sender_type === 'user' ? item.sender.id : undefined,
        mentions: (item.mentions ?? []).map((m) => ({ openId: m.id, name: m.name })),
      };
    });
  }

  async document(token: string) {
    const path = { document_id: token };
    const [info, body] = await Promise.all([
      call('document.get', () => this.client.docx.v1.document.get({ path })),
      call('document.rawContent', () =>
        this.client.docx.v1.document.rawContent({ path, params: { lang: 0 } }),
      ),
    ]);
    return { title: info?.document?.title ?? '', text: body?.content ?? '' };
  }

  async tables(baseToken: string): Promise<Table[]> {
    const { v1 } = this.client.bitable;
    const app = await call('app.get', () => v1.app.get({ path: { app_token: baseToken } }));
    const tables = await pages((token) =>
      call('table.list', () =>
        v1.appTable.list({ path: { app_token: baseToken }, params: { page_size: 100, ...from(token) } }),
      ),
    );
    return Promise.all(
      tables.map(async ({ table_id: id = '' }) => {
        const path = { app_token: baseToken, table_id: id };
        const [fields, records] = await Promise.all([
          pages((token) =>
            call('field.list', () =>
              v1.appTableField.list({ path, params: { page_size: 100, ...from(token) } }),
            ),
          ),
          pages((token) =>
            call('record.search', () =>
              v1.appTableRecord.search({ path, params: { page_size: 500, ...from(token) }, data: {} }),
            ),
          ),
        ]);
        const columns: Column[] = fields.map((field) => ({
          name: field.field_name,
          options: (field.property?.options ?? []).map((option) => option.name ?? ''),
        }));
        const rows: Row[] = records.map((record) => {
          const cells = record.fields as Record<string, unknown>;
          return {
            id: record.record_id ?? '',
            cells: new Map(columns.map(({ name }) => [name, cellText(cells[name])])),
          };
        });
        return { baseToken, title: app?.app?.name ?? '', id, columns, rows };
      }),
    );
  }

  async setCell(table: Table, rowId: string, column: string, value: string) {
    await call('record.update', () =>
      this.client.bitable.v1.appTableRecord.update({
        path: { app_token: table.baseToken, table_id: table.id, record_id: rowId },
        data: { fields: { [column]: value } },
      }),
    );
  }

  async reply(messageId: string, text: string) {
    const uuid = randomUUID();
    await call('message.reply', () =>
      this.client.im.v1.message.reply({
        path: { message_id: messageId },
        data: { msg_type: 'text', content: JSON.stringify({ text }), reply_in_thread: true, uuid },
      }),
    );
  }

  async post(chatId: string, text: string) {
    const uuid = randomUUID();
    await call('message.create', () =>
      this.client.im.v1.message.create({
        params: { receive_id_type: 'chat_id' },
        data: { receive_id: chatId, msg_type: 'text', content: JSON.stringify({ text }), uuid },
      }),
    );
  }

  async showTyping(messageId: string) {
    const path = { message_id: messageId };
    const reaction = await call('reaction.create', () =>
      this.client.im.v1.messageReaction.create({ path, data: { reaction_type: { emoji_type: 'Typing' } } }),
    );
    const id = reaction?.reaction_id;
    return async () => {
      if (id === undefined) return;
      await call('reaction.delete', () =>
        this.client.im.v1.messageReaction.delete({ path: { ...path, reaction_id: id } }),
      );
    };
  }
}
