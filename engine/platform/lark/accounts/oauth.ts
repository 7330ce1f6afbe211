import * as z from 'zod';
import { PlatformError } from '../../port.ts';
import type { LarkApp } from '../settings.ts';

/** What a login or a renewal gives. */
export interface Grant {
  readonly access_token: string;
  /** Seconds from now. */
  readonly expires_in: number;
  readonly refresh_token: string;
  /** Seconds from now. */
  readonly refresh_token_expires_in: number;
  readonly scope: string;
}

const granted = z.object({
  access_token: z.string().min(1),
  expires_in: z.number().positive(),
  // Absent when the login was asked for without `offline_access`, or the app may not renew.
  refresh_token: z.string().default(''),
  refresh_token_expires_in: z.number().default(0),
  scope: z.string().default(''),
});
const refused = z.object({
  code: z.number().optional(),
  error: z.string().optional(),
  error_description: z.string().optional(),
  msg: z.string().optional(),
});
const started = z.object({
  device_code: z.string().min(1),
  user_code: z.string(),
  verification_uri: z.string(),
  verification_uri_complete: z.string().optional(),
  expires_in: z.number().positive(),
  interval: z.number().positive().default(5),
});
const profile = z.object({
  data: z.object({ union_id: z.string(), open_id: z.string().optional(), name: z.string().default('') }),
});

export type DeviceLogin = z.infer<typeof started>;
export interface Profile {
  readonly union_id: string;
  readonly name: string;
}

/** A refusal of the login service; `word` is OAuth's, such as `authorization_pending`. */
export class OAuthRefusal extends PlatformError {
  constructor(
    op: string,
    status: number,
    code: number,
    detail: string,
    readonly word: string,
  ) {
    super(op, status, code, detail);
  }
}

export interface OAuthOptions {
  /** Open API. */
  readonly domain: string;
  /** Where people log in. */
  readonly accounts: string;
  readonly app: LarkApp;
  readonly timeout_ms: number;
}

const TOKEN = '/open-apis/authen/v2/oauth/token';

/** The login service of a Lark: what the SDK does not have. Neither secrets nor tokens enter an error. */
export class OAuth {
  readonly #o: OAuthOptions;
  constructor(options: OAuthOptions) {
    this.#o = options;
  }

  /** The refresh token is used up by this, whatever becomes of the answer. */
  refresh(refresh_token: string, signal?: AbortSignal): Promise<Grant> {
    return this.#grant('authen.refresh', { grant_type: 'refresh_token', refresh_token }, signal);
  }

  /** @throws OAuthRefusal with `authorization_pending` or `slow_down` until the person has agreed */
  byDevice(device_code: string, signal?: AbortSignal): Promise<Grant> {
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code';
    return this.#grant('authen.device_token', { grant_type, device_code }, signal);
  }

  byCode(
    input: { code: string; redirect_uri: string; code_verifier: string },
    signal?: AbortSignal,
  ): Promise<Grant> {
    return this.#grant('authen.code', { grant_type: 'authorization_code', ...input }, signal);
  }

  async beginDevice(scopes: readonly string[], signal?: AbortSignal): Promise<DeviceLogin> {
    const { app_id, app_secret } = this.#o.app;
    const body = await this.#ask(
      'authen.device',
      `${this.#o.accounts}/oauth/v1/device_authorization`,
      {
        method: 'POST',
        headers: {
          authorization: `Basic ${Buffer.from(`${app_id}:${app_secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ client_id: app_id, scope: scopes.join(' ') }).toString(),
      },
      signal,
    );
    return parsed('authen.device', started, body);
  }

  async whoIs(access_token: string, signal?: AbortSignal): Promise<Profile> {
    const body = await this.#ask(
      'authen.user_info',
      `${this.#o.domain}/open-apis/authen/v1/user_info`,
      { headers: { authorization: `Bearer ${access_token}` } },
      signal,
    );
    const { data } = parsed('authen.user_info', profile, body);
    return { union_id: data.union_id, name: data.name };
  }

  async #grant(op: string, input: Record<string, string>, signal?: AbortSignal): Promise<Grant> {
    const { app_id: client_id, app_secret: client_secret } = this.#o.app;
    const body = await this.#ask(
      op,
      `${this.#o.domain}${TOKEN}`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body: JSON.stringify({ ...input, client_id, client_secret }),
      },
      signal,
    );
    return parsed(op, granted, body);
  }

  async #ask(op: string, url: string, init: RequestInit, signal?: AbortSignal): Promise<unknown> {
    const late = AbortSignal.timeout(this.#o.timeout_ms);
    let status: number;
    let body: unknown;
    try {
      const both = signal === undefined ? late : AbortSignal.any([late, signal]);
      const answer = await fetch(url, { ...init, redirect: 'error', signal: both });
      status = answer.status;
      body = await answer.json().catch(() => null);
    } catch {
      signal?.throwIfAborted();
      // The cause is left out: it may hold the request.
      throw new PlatformError(op, 0, 0, `no answer from ${new URL(url).host}`);
    }
    const { code = 0, error, error_description: why, msg } = refused.safeParse(body).data ?? {};
    if (status < 400 && code === 0 && error === undefined && body !== null) return body;
    const detail = why ?? msg ?? error ?? `HTTP ${status}`;
    throw new OAuthRefusal(op, status, code, detail, error ?? '');
  }
}

function parsed<T>(op: string, schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  throw new PlatformError(
    op,
    200,
    0,
    `unexpected answer at /${issue?.path.join('/') ?? ''}: ${issue?.message ?? ''}`,
  );
}
