/* eslint-disable no-restricted-imports -- the test is an outside client */
import * as lark from '@larksuiteoapi/node-sdk';
import axios from 'axios';
import type { LocalLark } from '../index.ts';

const silent = {
  error: () => undefined,
  warn: () => undefined,
  info: () => undefined,
  debug: () => undefined,
  trace: () => undefined,
};

function http(): lark.HttpInstance {
  const instance = axios.create({ proxy: false, timeout: 10_000 });
  instance.interceptors.response.use((r) => {
    const wanted = (r.config as { $return_headers?: boolean }).$return_headers === true;
    return (wanted ? { data: r.data as unknown, headers: r.headers } : r.data) as never;
  });
  return instance as unknown as lark.HttpInstance;
}

/** The official client as any bot would make it. */
export function sdkClient(
  platform: Pick<LocalLark, 'domain'>,
  app: { app_id: string; app_secret: string },
): lark.Client {
  return new lark.Client({
    appId: app.app_id,
    appSecret: app.app_secret,
    domain: platform.domain,
    cache: new lark.DefaultCache(),
    logger: silent,
    httpInstance: http(),
  });
}

export interface Bot {
  readonly socket: lark.WSClient;
  /** the next event that matches; events that came before are looked through first */
  next(match: (event: BotEvent) => boolean): Promise<BotEvent>;
  readonly events: readonly BotEvent[];
  close(): void;
}

export interface BotEvent {
  readonly type: string;
  readonly data: unknown;
}

const EVENTS = [
  'im.message.receive_v1',
  'im.message.recalled_v1',
  'im.message.reaction.created_v1',
  'im.message.reaction.deleted_v1',
  'im.chat.member.bot.added_v1',
  'im.chat.member.bot.deleted_v1',
  'im.chat.member.user.added_v1',
  'im.chat.member.user.deleted_v1',
  'im.chat.access_event.bot_p2p_chat_entered_v1',
] as const;

/** An unmodified bot on the official long connection. `handle` runs before the ack is sent. */
export async function startBot(
  platform: LocalLark,
  app: { app_id: string; app_secret: string },
  handle: (event: BotEvent) => void | Promise<void> = () => undefined,
): Promise<Bot> {
  const events: BotEvent[] = [];
  const waiting = new Set<() => void>();
  const dispatcher = new lark.EventDispatcher({ logger: silent }).register(
    Object.fromEntries(
      EVENTS.map((type) => [
        type,
        async (data: unknown) => {
          const event = { type, data };
          events.push(event);
          for (const look of [...waiting]) look();
          await handle(event);
        },
      ]),
    ),
  );
  const socket = new lark.WSClient({
    appId: app.app_id,
    appSecret: app.app_secret,
    domain: platform.domain,
    logger: silent,
    httpInstance: http(),
  });
  const before = platform.connections(app.app_id);
  await socket.start({ eventDispatcher: dispatcher });
  while (platform.connections(app.app_id) === before) await new Promise((resolve) => setImmediate(resolve));
  return {
    socket,
    events,
    next: (match) =>
      new Promise((resolve) => {
        const look = (): void => {
          const found = events.find(match);
          if (found === undefined) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
    close: () => socket.close({ force: true }),
  };
}
