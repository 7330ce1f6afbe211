import { gateway } from '../core/errors.ts';
import type { Actor } from '../core/model.ts';
import type { World } from '../core/world.ts';
import type { Auth } from './route.ts';

/**
 * Who calls, told by the form of the token: `t-` is an app's, `u-` and `eyJ` a person's.
 * @throws LarkError 99991661, 99991663, 99991668, 99991671
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
  const user = world.userByToken(token);
  if (user === undefined) throw gateway.badUserToken();
  if (auth === 'tenant') throw gateway.userTokenNotSupported();
  return { kind: 'user', user };
}
