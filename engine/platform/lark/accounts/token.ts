import { PlatformError } from '../../port.ts';
import type { UserToken } from '../settings.ts';
import type { Lease } from './lease.ts';
import { OAuthRefusal, type Grant, type OAuth } from './oauth.ts';
import { hashOf, loginOf, type Login, type LoginFile } from './store.ts';

/** A token that holds for less than this is renewed before it is used, ms. */
const AHEAD = 5 * 60_000;
/** … or for less than this part of its life, when it lives for minutes only. */
const PART = 0.25;
// Refresh token: 20026 invalid, 20037 expired, 20064 revoked, 20073 used before.
const ENDED = new Set([20026, 20037, 20064, 20073]);

export interface TokenOptions {
  readonly file: LoginFile;
  readonly lease: Lease;
  readonly oauth: OAuth;
  /** For people: how to log in again. */
  readonly way: string;
  /** For people: whose login it is. */
  readonly who: string;
  readonly now: () => number;
}

/**
 * The login of one person, renewed by this process alone. A refresh token can be used once: of all callers that find
 * the token too old one renews it and the others wait for it; other processes are kept out by the account's lease. The
 * new pair is on the disk before anybody uses it.
 */
export class AccountToken implements UserToken {
  readonly #o: TokenOptions;
  #login: Login;
  #renewing: Promise<string> | null = null;

  private constructor(options: TokenOptions, login: Login) {
    this.#o = options;
    this.#login = login;
  }

  /** @throws PlatformError when nobody has logged in */
  static async open(options: TokenOptions): Promise<AccountToken> {
    const login = await options.file.read();
    if (login === null) throw problem(options, 'has not logged in');
    return new AccountToken(options, login);
  }

  current(signal?: AbortSignal): Promise<string> {
    const { access_token, access_until, obtained_at } = this.#login;
    const life = access_until - Date.parse(obtained_at);
    const left = access_until - this.#o.now();
    const early = left <= Math.min(AHEAD, life * PART);
    if (!early || (left > 0 && !this.#renewable(this.#login))) return Promise.resolve(access_token);
    return this.#renewed(signal);
  }

  renew(refused: string, signal?: AbortSignal): Promise<string> {
    // Another caller has had it renewed since.
    if (refused !== this.#login.access_token) return this.current(signal);
    return this.#renewed(signal);
  }

  /** A caller that gives up leaves the renewal to the others: once begun it must come to its end. */
  #renewed(signal?: AbortSignal): Promise<string> {
    this.#renewing ??= this.#renew().finally(() => (this.#renewing = null));
    return abortable(this.#renewing, signal);
  }

  async #renew(): Promise<string> {
    const { file, lease, now } = this.#o;
    // Read anew: a login in between, by hand, has written another one.
    const stored = (await file.read()) ?? this.#login;
    if (stored.access_token !== this.#login.access_token && stored.access_until > now()) {
      this.#login = stored;
      return stored.access_token;
    }
    if (!this.#renewable(stored)) throw problem(this.#o, 'can no longer be renewed');
    if (!(await lease.holds()))
      throw problem(this.#o, 'has been taken by another run meanwhile, which alone may renew it');
    const used = hashOf(stored.refresh_token);
    const cut = stored.renewing === used;
    await file.write({ ...stored, renewing: used });
    try {
      const grant = await this.#asked(stored.refresh_token);
      const next = loginOf(grant, stored, now());
      await file.write(next);
      this.#login = next;
      return next.access_token;
    } catch (error) {
      if (!(error instanceof OAuthRefusal) || !ENDED.has(error.code)) throw error;
      const why = cut ? 'ended when a run was killed while it renewed it' : 'has ended';
      throw problem(this.#o, `${why} (code ${error.code})`, error);
    }
  }

  #renewable({ refresh_token, refresh_until }: Login): boolean {
    return refresh_token !== '' && refresh_until > this.#o.now();
  }

  async #asked(refreshToken: string): Promise<Grant> {
    try {
      return await this.#o.oauth.refresh(refreshToken);
    } catch (error) {
      if (!(error instanceof PlatformError) || (error.status !== 0 && error.status < 500)) throw error;
      // A lost answer may have used the token up: then asking again says so, else it gives the new pair.
      return this.#o.oauth.refresh(refreshToken);
    }
  }
}

function problem(options: Pick<TokenOptions, 'who' | 'way'>, what: string, cause?: Error): PlatformError {
  return new PlatformError(
    'account',
    // No answer of the platform, and nothing that another try would mend.
    401,
    0,
    `the login of ${options.who} ${what}; ${options.way}`,
    cause === undefined ? {} : { cause },
  );
}

function abortable<T>(awaited: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (signal === undefined) return awaited;
  if (signal.aborted) return Promise.reject(signal.reason as Error);
  return new Promise<T>((resolve, reject) => {
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    awaited.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}
