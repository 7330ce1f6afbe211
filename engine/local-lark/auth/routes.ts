import * as z from 'zod';
import { gateway, LarkError } from '../core/errors.ts';
import { alphanumeric } from '../core/ids.ts';
import type { Token } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { openRoute, route, type Answer, type Route } from '../http/route.ts';

/** ms; a token with less than half an hour left is replaced by a new one, as the documentation says */
const LIFE = 7200_000;
const RENEW_BELOW = 1800_000;

const Credentials = z.object({ app_id: z.string().default(''), app_secret: z.string().default('') });

function tokenOf(world: World, app_id: string): Token {
  const now = world.now();
  for (const token of world.rows.tokens.inGroup(app_id)) {
    if (token.expires_at - now > RENEW_BELOW) return token;
    if (token.expires_at <= now) world.store.remove(world.rows.tokens, token.token);
  }
  const token = { token: `t-${alphanumeric(40)}`, app_id, expires_at: now + LIFE };
  return world.store.put(world.rows.tokens, token.token, token);
}

/** Token endpoints fail with HTTP 200 and `data: {}`. */
function grant(world: World, body: z.infer<typeof Credentials>): { token: string; expire: number } {
  const app = world.app(body.app_id);
  if (app === undefined) throw new LarkError(200, 10003, 'invalid param', { bare: true });
  if (app.app_secret !== body.app_secret)
    throw new LarkError(200, 10014, 'app secret invalid', { bare: true });
  const token = tokenOf(world, app.app_id);
  return { token: token.token, expire: Math.floor((token.expires_at - world.now()) / 1000) };
}

function avatar(): string {
  return 'https://s1-imfile.feishucdn.com/static-resource/v1/avatar-placeholder';
}

/** Tokens, the bot's own identity, the person behind a user token. */
export const authRoutes: readonly Route[] = [
  openRoute({
    path: '/open-apis/auth/v3/tenant_access_token/internal',
    op: 'auth.tenant_access_token',
    body: Credentials,
    run: ({ world, body }): Answer => {
      const { token, expire } = grant(world, body);
      return { msg: 'ok', top: { tenant_access_token: token, expire } };
    },
  }),
  openRoute({
    path: '/open-apis/auth/v3/app_access_token/internal',
    op: 'auth.app_access_token',
    body: Credentials,
    run: ({ world, body }): Answer => {
      const { token, expire } = grant(world, body);
      return { msg: 'ok', top: { app_access_token: token, expire, tenant_access_token: token } };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/bot/v3/info',
    op: 'bot.info',
    auth: 'tenant',
    run: ({ world, actor }) => {
      if (actor.kind !== 'app') throw gateway.userTokenNotSupported();
      const { app } = actor;
      return {
        msg: 'ok',
        top: {
          bot: {
            activate_status: 2,
            app_name: app.name,
            avatar_url: avatar(),
            ip_white_list: [],
            open_id: world.openId(app.app_id, app.app_id),
          },
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/authen/v1/user_info',
    op: 'authen.user_info',
    auth: 'user',
    run: ({ world, actor }) => {
      if (actor.kind !== 'user') throw gateway.badTenantToken();
      const { user } = actor;
      return {
        data: {
          avatar_big: avatar(),
          avatar_middle: avatar(),
          avatar_thumb: avatar(),
          avatar_url: avatar(),
          email: user.email,
          employee_no: '',
          en_name: user.en_name,
          enterprise_email: '',
          mobile: '',
          name: user.name,
          open_id: world.openId(world.viewOf(actor), user.union_id),
          tenant_key: world.tenantKey,
          union_id: user.union_id,
          user_id: user.user_id,
        },
      };
    },
  }),
];
