import { PlatformError } from '../port.ts';
import type { LarkCall, LarkSend } from './sdk.ts';
import type { LarkSettings, UserToken } from './settings.ts';

// 99991668: not (or no longer) a user token; 99991677: it has expired.
const TOKEN_REFUSED = new Set([99991668, 99991677]);

/**
 * Sends each call as the actor that it names: a person's with his token, a bot's through its own app, all others as the
 * operator. A token that the platform refuses is renewed, and the call repeated once: what was refused had no effect.
 * @param connect a way to send as an app
 */
export function speaking(
  settings: LarkSettings,
  operator: LarkSend,
  connect: (app: { app_id: string; app_secret: string }) => Promise<LarkSend>,
): LarkSend {
  const bots = new Map<string, Promise<LarkSend>>();
  return async (call, signal) => {
    if (call.as === undefined) return operator(call, signal);
    const actor = settings.actors[call.as];
    if (actor === undefined) throw noAccount(call.as);
    if (actor.union_id !== undefined)
      return typeof actor.access_token === 'string'
        ? operator({ ...call, userToken: actor.access_token }, signal)
        : withToken(operator, call, actor.access_token, signal);
    const bot = bots.get(actor.app_id) ?? connect(actor);
    bots.set(actor.app_id, bot);
    return (await bot)(call, signal);
  };
}

async function withToken(send: LarkSend, call: LarkCall, token: UserToken, signal?: AbortSignal) {
  const userToken = await token.current(signal);
  try {
    return await send({ ...call, userToken }, signal);
  } catch (error) {
    if (!(error instanceof PlatformError) || !TOKEN_REFUSED.has(error.code)) throw error;
    // The same code says that the operation takes no user token at all: a second refusal is then told as it is.
    return send({ ...call, userToken: await token.renew(userToken, signal) }, signal);
  }
}

export function noAccount(actor: string): PlatformError {
  return new PlatformError('settings', 400, 0, `actor "${actor}" has no account in the platform's settings`);
}
