// What the stand-in bots share: an ordinary bot on the official SDK that hands every message meant for it to `handle`.
import * as lark from '@larksuiteoapi/node-sdk';
import axios from 'axios';
import { setTimeout as sleep } from 'node:timers/promises';

const nothing = () => undefined;
const logger = { error: nothing, warn: nothing, info: nothing, debug: nothing, trace: nothing };

function http() {
  const instance = axios.create({ timeout: 10_000, proxy: false });
  instance.interceptors.response.use((response) =>
    response.config.$return_headers === true
      ? { data: response.data, headers: response.headers }
      : response.data,
  );
  return instance;
}

function settings() {
  const { LARK_APP_ID: appId, LARK_APP_SECRET: appSecret, LARK_DOMAIN: domain } = process.env;
  // An empty domain would silently mean the real Lark.
  if (!appId || !appSecret || !domain) throw new Error('set LARK_APP_ID, LARK_APP_SECRET and LARK_DOMAIN');
  return { appId, appSecret, domain };
}

const WAIT_MS = 200;
const ATTEMPTS = 20;

/** Sends until the platform takes it: it refuses with a rate code what comes too fast. */
async function insist(send) {
  for (let attempt = 1; ; attempt++) {
    const refusal = await send().then(
      (answer) => (answer.code === 0 ? null : answer),
      (error) => error.response?.data ?? { code: -1, msg: error.message },
    );
    if (refusal === null) return;
    if (attempt === ATTEMPTS) throw new Error(`${refusal.code} ${refusal.msg}`);
    await sleep(WAIT_MS);
  }
}

/**
 * Connects and calls `handle(message, reply)` for every message that mentions the bot.
 * `message` is the event's message with `text`, its words without the mentions; `reply(text)` answers in the thread; `client` is the SDK's.
 */
export async function startBot(handle) {
  const app = settings();
  const httpInstance = http();
  const client = new lark.Client({ ...app, cache: new lark.DefaultCache(), httpInstance, logger });
  const { bot } = await client.request({ method: 'GET', url: '/open-apis/bot/v3/info' });
  const seen = new Set();
  const eventDispatcher = new lark.EventDispatcher({ logger }).register({
    'im.message.receive_v1': ({ message }) => {
      const meant = (message.mentions ?? []).some((m) => m.id.open_id === bot.open_id);
      if (!meant || seen.has(message.message_id)) return;
      seen.add(message.message_id);
      const reply = (text) =>
        insist(() =>
          client.im.v1.message.reply({
            path: { message_id: message.message_id },
            data: { msg_type: 'text', content: JSON.stringify({ text }), reply_in_thread: true },
          }),
        );
      const words = JSON.parse(message.content).text ?? '';
      const text = words.replaceAll(/@_user_\d+/gu, '').trim();
      // not awaited: the platform repeats what is not acknowledged in 3 s
      Promise.resolve(handle({ ...message, text }, reply, client)).catch((error) =>
        console.error(String(error)),
      );
    },
  });
  const socket = new lark.WSClient({ ...app, httpInstance, logger });
  await socket.start({ eventDispatcher });
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => process.exit(0));
}
