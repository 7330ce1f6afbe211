import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import type { App, UserToken } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { openRoute, route, type Route } from '../http/route.ts';
import { issue, type UserTokens } from './user-tokens.ts';

/** Code, the class that OAuth names, and the sentence, as the documentation has them. */
const REFUSED = {
  missing: [20001, 'invalid_request', 'The request is missing a required parameter.'],
  secret: [20002, 'invalid_client', 'The client secret is invalid.'],
  code: [20003, 'invalid_grant', 'The authorization code is not found. Please check the code.'],
  client: [
    20024,
    'invalid_grant',
    'The provided authorization code or refresh token does not match the provided client ID.',
  ],
  refresh: [20026, 'invalid_grant', 'The refresh token passed is invalid. Please check the value.'],
  grantType: [20036, 'unsupported_grant_type', 'The specified grant_type is not supported.'],
  expired: [20037, 'invalid_grant', 'The refresh token passed has expired. Please generate a new one.'],
  app: [20048, 'invalid_client', 'The specified app does not exist.'],
  revoked: [
    20064,
    'invalid_grant',
    'The refresh token has been revoked. Please note that a refresh token can only be used once.',
  ],
  used: [
    20073,
    'invalid_grant',
    'The refresh token has been used. Please note that a refresh token can only be used once.',
  ],
} as const;
type Refusal = keyof typeof REFUSED;

type Refuse = (why: Refusal) => LarkError;
const oauthError: Refuse = (why) => {
  const [code, error, msg] = REFUSED[why];
  return new LarkError(400, code, msg, { oauth: error });
};
const openApiError: Refuse = (why) => new LarkError(400, REFUSED[why][0], REFUSED[why][2]);

/** Takes a code or a refresh token, which is good once, and gives a fresh pair. */
function exchange(
  world: World,
  app: App,
  kind: 'code' | 'refresh',
  token: string | undefined,
  refuse: Refuse,
): UserTokens {
  if (token === undefined || token === '') throw refuse('missing');
  const known = world.rows.userTokens.get(token);
  if (known?.kind !== kind) throw refuse(kind === 'code' ? 'code' : 'refresh');
  if (known.app_id !== app.app_id) throw refuse('client');
  if (known.state === 'used') throw refuse(kind === 'code' ? 'code' : 'used');
  if (known.state === 'revoked') throw refuse(kind === 'code' ? 'code' : 'revoked');
  if (known.expires_at <= world.now()) throw refuse(kind === 'code' ? 'code' : 'expired');
  const spent: UserToken = { ...known, state: 'used' };
  world.store.put(world.rows.userTokens, token, spent);
  return issue(world, known);
}

const TokenBody = z.object({
  grant_type: z.string().optional(),
  client_id: z.string().optional(),
  client_secret: z.string().optional(),
  code: z.string().optional(),
  refresh_token: z.string().optional(),
});

/** OAuth proper: the client names itself in the body. */
function token(world: World, body: z.infer<typeof TokenBody>): UserTokens {
  if (body.grant_type === undefined || body.client_id === undefined || body.client_secret === undefined)
    throw oauthError('missing');
  const app = world.app(body.client_id);
  if (app === undefined) throw oauthError('app');
  if (app.app_secret !== body.client_secret) throw oauthError('secret');
  if (body.grant_type === 'refresh_token')
    return exchange(world, app, 'refresh', body.refresh_token, oauthError);
  if (body.grant_type === 'authorization_code') return exchange(world, app, 'code', body.code, oauthError);
  throw oauthError('grantType');
}

const OIDC = '/open-apis/authen/v1/oidc';
const oidcData = (tokens: UserTokens): Record<string, unknown> => ({
  access_token: tokens.access_token,
  token_type: tokens.token_type,
  expires_in: tokens.expires_in,
  ...(tokens.refresh_token === undefined
    ? {}
    : { refresh_token: tokens.refresh_token, refresh_expires_in: tokens.refresh_token_expires_in }),
  scope: tokens.scope,
});

/** Tokens of people: OAuth v2 (bodies of the client's own), v3 (the SDK's), and the older OIDC calls. */
export const oauthRoutes: readonly Route[] = [
  openRoute({
    path: '/open-apis/authen/v2/oauth/token',
    op: 'authen.oauth.token',
    body: TokenBody,
    run: ({ world, body }) => ({ raw: { code: 0, ...token(world, body) } }),
  }),
  openRoute({
    path: '/oauth/v3/token',
    op: 'authen.oauth.token',
    body: TokenBody,
    run: ({ world, body }) => ({ raw: { ...token(world, body) } }),
  }),
  route({
    method: 'POST',
    path: `${OIDC}/access_token`,
    op: 'authen.oidc.access_token',
    auth: 'tenant',
    body: z.object({ grant_type: z.literal('authorization_code'), code: z.string() }),
    run: ({ world, actor, body }) => {
      if (actor.kind !== 'app') throw openApiError('app');
      return { data: oidcData(exchange(world, actor.app, 'code', body.code, openApiError)) };
    },
  }),
  route({
    method: 'POST',
    path: `${OIDC}/refresh_access_token`,
    op: 'authen.oidc.refresh_access_token',
    auth: 'tenant',
    body: z.object({ grant_type: z.literal('refresh_token'), refresh_token: z.string() }),
    run: ({ world, actor, body }) => {
      if (actor.kind !== 'app') throw openApiError('app');
      return { data: oidcData(exchange(world, actor.app, 'refresh', body.refresh_token, openApiError)) };
    },
  }),
];
