import type { Client, EventDispatcher, HttpInstance } from '@larksuiteoapi/node-sdk';
import type { AxiosError } from 'axios';
import { PlatformError } from '../port.ts';
import type { LarkApp, LarkSettings } from './settings.ts';

/** One call of the Open API. */
export interface LarkCall {
  /** Name for errors, such as `im.message.create`. */
  readonly op: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below `/open-apis`; ids in it must have gone through `pathId`. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;
  readonly data?: unknown;
  /** Actor key: speak as this one instead of as the operator. */
  readonly as?: string | undefined;
  /** Set when the call writes a message there: such calls keep their distance. */
  readonly chat?: string | undefined;
  /** Token of the person who speaks; `speaking` fills it in. */
  readonly userToken?: string | undefined;
}

export interface LarkAnswer {
  readonly code: number;
  readonly msg: string;
  readonly data: unknown;
}

export type LarkSend = (call: LarkCall, signal?: AbortSignal) => Promise<LarkAnswer>;

/** Seconds after which a refused call may be repeated, when the platform says so. */
export class RateLimited extends PlatformError {
  constructor(
    op: string,
    status: number,
    code: number,
    detail: string,
    readonly resetSeconds: number | null,
  ) {
    super(op, status, code, detail);
  }
}

// 99991400 app, 230020 chat or message, 11232 system load.
const RATE_CODES = new Set([99991400, 230020, 11232]);
/** Code of a token of the app that the platform does not, or no longer, know. */
const APP_TOKEN_REFUSED = 99991663;
const nothing = (): void => undefined;
const SILENT = { error: nothing, warn: nothing, info: nothing, debug: nothing, trace: nothing };

/**
 * The only file that knows the SDK. Its default logger prints to stdout and dumps tokens, its default token cache is
 * shared by all clients of a process whatever their domain, an empty domain means the real Lark, and axios follows
 * proxy variables even to 127.0.0.1: hence each option here. It takes long to load, so only those who talk to a platform
 * load it.
 */
export async function larkSend(
  settings: Pick<LarkSettings, 'domain' | 'timeout_ms'>,
  app: LarkApp,
): Promise<LarkSend> {
  if (!/^https?:\/\/[^/]+$/.test(settings.domain)) {
    throw new PlatformError(
      'settings',
      0,
      0,
      `"${settings.domain}" is no domain; give one such as https://open.feishu.cn`,
    );
  }
  const [lark, { default: axios }] = await Promise.all([import('@larksuiteoapi/node-sdk'), import('axios')]);
  const http = axios.create({ timeout: settings.timeout_ms, proxy: false });
  http.interceptors.response.use((response) => {
    const wantsHeaders = '$return_headers' in response.config && response.config.$return_headers === true;
    return (
      wantsHeaders ? { data: response.data as unknown, headers: response.headers } : response.data
    ) as never;
  });
  const connect = (): Client =>
    new lark.Client({
      appId: app.app_id,
      appSecret: app.app_secret,
      domain: settings.domain,
      cache: new lark.DefaultCache(),
      httpInstance: http as unknown as HttpInstance,
      logger: SILENT,
    });
  let client = connect();
  const once: LarkSend = async (call, signal) => {
    const used = client;
    const request = {
      method: call.method,
      url: `/open-apis${call.path}`,
      params: call.params ?? {},
      data: call.data ?? {},
      paramsSerializer: { indexes: null },
      ...(signal === undefined ? {} : { signal }),
    };
    let answer: unknown;
    try {
      answer = await orAborted(
        used.request(
          request as Parameters<typeof used.request>[0],
          call.userToken === undefined ? undefined : lark.withUserAccessToken(call.userToken),
        ),
        signal,
      );
    } catch (error) {
      signal?.throwIfAborted();
      throw axios.isAxiosError(error) ? refused(call.op, error) : noAnswer(call.op, error);
    }
    if (typeof answer !== 'object' || answer === null)
      throw new PlatformError(call.op, 0, 0, 'the answer is cut off, or no JSON');
    const { code, msg, data } = bodyOf(answer);
    if (code !== 0) throw refusal(call.op, 200, code, msg, null);
    return { code, msg, data: data ?? answer };
  };
  return async (call, signal) => {
    const used = client;
    try {
      return await once(call, signal);
    } catch (error) {
      const refusedToken = error instanceof PlatformError && error.code === APP_TOKEN_REFUSED;
      if (!refusedToken || call.userToken !== undefined) throw error;
      // The SDK keeps the app's token by the machine's time; the platform's may run faster, or the token be withdrawn.
      // What was refused so had no effect: a fresh client asks for a token of its own.
      if (client === used) client = connect();
      return once(call, signal);
    }
  };
}

/** The SDK asks for its own token first, and that request knows no signal. */
function orAborted<T>(awaited: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return awaited;
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    awaited.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

function bodyOf(body: unknown): { code: number; msg: string; data: unknown } {
  const fields = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  return {
    code: typeof fields['code'] === 'number' ? fields['code'] : 0,
    msg: typeof fields['msg'] === 'string' ? fields['msg'] : '',
    data: fields['data'],
  };
}

function noAnswer(op: string, error: unknown): PlatformError {
  return new PlatformError(op, 0, 0, error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}

function refused(op: string, error: AxiosError): PlatformError {
  const response = error.response;
  // The AxiosError itself holds the Authorization header: it must not travel on as a cause.
  // With a good status it is the body that broke off.
  if (response === undefined || response.status < 400)
    return new PlatformError(op, 0, 0, `no answer from the platform (${error.code ?? error.message})`);
  const { code, msg } = bodyOf(response.data);
  const reset = Number(response.headers['x-ogw-ratelimit-reset']);
  return refusal(
    op,
    response.status,
    code,
    msg === '' ? `HTTP ${response.status}` : msg,
    Number.isFinite(reset) ? reset : null,
  );
}

function refusal(op: string, status: number, code: number, msg: string, reset: number | null): PlatformError {
  return RATE_CODES.has(code) || status === 429
    ? new RateLimited(op, status, code, msg, reset)
    : new PlatformError(op, status, code, msg);
}

/** What reads the events of a bot: `heard` is told of each message once, whatever else comes. */
export async function messageEvents(
  heard: (message: { message_id: string; chat_id: string }) => void,
): Promise<EventDispatcher> {
  const lark = await import('@larksuiteoapi/node-sdk');
  const seen = new Set<string>();
  return new lark.EventDispatcher({ logger: SILENT }).register({
    'im.message.receive_v1': ({ message }) => {
      if (seen.has(message.message_id)) return;
      seen.add(message.message_id);
      heard({ message_id: message.message_id, chat_id: message.chat_id });
    },
  });
}

/**
 * Opens the app's long connection; resolves when it stands. `heard` is called for each message before it is
 * acknowledged, once a message: the platform may deliver one twice. Returns what closes the connection.
 */
export async function larkMessages(
  settings: LarkSettings,
  heard: (message: { message_id: string; chat_id: string }) => void,
): Promise<() => void> {
  const lark = await import('@larksuiteoapi/node-sdk');
  const dispatcher = await messageEvents(heard);
  return new Promise((resolve, reject) => {
    const client = new lark.WSClient({
      appId: settings.operator.app_id,
      appSecret: settings.operator.app_secret,
      domain: settings.domain,
      logger: SILENT,
      onReady: () => resolve(() => client.close({ force: true })),
      onError: (error: unknown) => reject(noAnswer('ws.connect', error)),
    });
    client.start({ eventDispatcher: dispatcher }).catch(reject);
  });
}
