import { UsageError } from '../../../batch/errors.ts';
import type { DeviceLogin, Grant, OAuth, Profile } from './oauth.ts';
import { OAuthRefusal } from './oauth.ts';

/** What a person grants, so that the engine can speak and read as him. */
export const USER_SCOPES = [
  'offline_access',
  'im:message',
  'im:message.send_as_user',
  'im:message:readonly',
  'im:message.p2p_msg:get_as_user',
  'im:message.reactions:read',
  'im:chat:read',
] as const;

export interface LoginPorts {
  readonly oauth: OAuth;
  readonly scopes: readonly string[];
  /** Shows the person where to agree. */
  readonly show: (login: DeviceLogin) => void;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  readonly signal?: AbortSignal | undefined;
}

/** OAuth's way to say: ask again more slowly. */
const SLOWER_BY_SEC = 5;

/**
 * Logs a person in by the device flow: it needs no address that the platform could call back, and the browser may be on
 * another machine.
 * @throws UsageError when the person refuses, or takes too long
 */
export async function logInByDevice(ports: LoginPorts): Promise<{ grant: Grant; profile: Profile }> {
  const { oauth, wait, signal } = ports;
  const login = await oauth.beginDevice(ports.scopes, signal);
  ports.show(login);
  let interval = login.interval;
  for (let waited = 0; waited < login.expires_in; waited += interval) {
    await wait(interval * 1000, signal);
    try {
      const grant = await oauth.byDevice(login.device_code, signal);
      return { grant, profile: await oauth.whoIs(grant.access_token, signal) };
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      if (error.word === 'slow_down') interval += SLOWER_BY_SEC;
      else if (error.word === 'access_denied')
        throw new UsageError('the login was refused in the browser; nothing was changed');
      else if (error.word === 'expired_token') break;
      else if (error.word !== 'authorization_pending') throw error;
    }
  }
  throw new UsageError(
    `nobody agreed within ${login.expires_in} s; nothing was changed. Begin again with \`sundowner account login\``,
  );
}
