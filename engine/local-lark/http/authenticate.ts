import { gateway } from '../core/errors.ts';
import type { Actor } from '../core/model.ts';
import type { World } from '../core/world.ts';
import type { Auth } from './route.ts';

/**
 * Who calls, told by the form of the token: `t-` is an app's, `u-` and `eyJ` a person's.
 * @throws LarkError 99991661, 99991663, 99991668, 99991671, 99991677
 */
export function authenticate(world: World, header: string | undefined, auth: Auth): Actor | undefined {
  if (auth === 'none') return undefined;
  const token = /^Bearer (.+)$/.exec(header ?? '')?.[1];
  if (token === undefined) throw gateway.noToken();
  if (token.startsWith('t-')) {
    const known = world.rows.tokens.get(token);
    const app = known === undefined || known.expires_at <= world.now() ? undefined : world.app(known.app_id);
    if (app === undefined || auth === 'user') throw gateway.badTenantToken();
    return { kind: 'app', app };
  }
  if (!token.startsWith('u-') && !token.startsWith('eyJ')) throw gateway.malformedToken();
  const actor = personOf(world, token);
  if (auth === 'tenant') throw gateway.userTokenNotSupported();
  return actor;
}

function personOf(world: World, token: string): Actor {
  const own = world.userByToken(token);
  if (own !== undefined) return { kind: 'user', user: own };
  const granted = world.rows.userTokens.get(token);
  const user = world.user(granted?.union_id ?? '');
  if (granted?.kind !== 'access' || granted.state !== 'live' || user === undefined)
    throw gateway.badUserToken();
  if (granted.expires_at <= world.now()) throw gateway.expiredUserToken();
  return { kind: 'user', user, client: { app_id: granted.app_id, scopes: granted.scope.split(' ') } };
}
