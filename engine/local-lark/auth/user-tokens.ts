import { alphanumeric } from '../core/ids.ts';
import type { UserToken } from '../core/model.ts';
import type { World } from '../core/world.ts';

/** ms */
const ACCESS_LIFE = 7200_000;
const REFRESH_LIFE = 604_800_000;
const CODE_LIFE = 300_000;

/** What OAuth answers: lives in seconds. */
export interface UserTokens {
  readonly access_token: string;
  readonly expires_in: number;
  /** only with the scope `offline_access` */
  readonly refresh_token?: string;
  readonly refresh_token_expires_in?: number;
  readonly scope: string;
  readonly token_type: 'Bearer';
}

/** Everything, and a refresh token. */
const ALL = '* offline_access';

function put(
  world: World,
  kind: UserToken['kind'],
  from: Pick<UserToken, 'union_id' | 'app_id' | 'scope'>,
  life: number,
): string {
  const token = `${kind === 'code' ? '' : 'eyJ'}${alphanumeric(kind === 'code' ? 32 : 60)}`;
  const row: UserToken = {
    token,
    kind,
    union_id: from.union_id,
    app_id: from.app_id,
    scope: from.scope,
    expires_at: world.now() + life,
    state: 'live',
  };
  world.store.put(world.rows.userTokens, token, row);
  return token;
}

/** A fresh pair; earlier access tokens stay good until they expire. */
export function issue(world: World, from: Pick<UserToken, 'union_id' | 'app_id' | 'scope'>): UserTokens {
  const now = world.now();
  for (const old of world.rows.userTokens.inGroup(from.union_id))
    // long dead: nobody can tell them from unknown ones any more
    if (old.expires_at < now - REFRESH_LIFE) world.store.remove(world.rows.userTokens, old.token);
  const offline = from.scope.split(' ').includes('offline_access');
  return {
    access_token: put(world, 'access', from, ACCESS_LIFE),
    expires_in: ACCESS_LIFE / 1000,
    ...(offline
      ? {
          refresh_token: put(world, 'refresh', from, REFRESH_LIFE),
          refresh_token_expires_in: REFRESH_LIFE / 1000,
        }
      : {}),
    scope: from.scope,
    token_type: 'Bearer',
  };
}

function parties(world: World, key: string, app_id: string): Pick<UserToken, 'union_id' | 'app_id'> {
  const user = [...world.rows.users.values()].find((u) => u.key === key);
  if (user === undefined) throw new Error(`nobody has the key "${key}"; make the person first`);
  if (world.app(app_id) === undefined) throw new Error(`no app has the id "${app_id}"; make the app first`);
  return { union_id: user.union_id, app_id };
}

/** The first pair, as a login gives it. @throws Error when there is no such person or app */
export function mintUserTokens(world: World, key: string, app_id: string, scope = ALL): UserTokens {
  const from = { ...parties(world, key, app_id), scope };
  return world.store.transact(() => issue(world, from));
}

/** What the person's browser brings back from the page of consent. @throws Error as mintUserTokens */
export function mintUserCode(world: World, key: string, app_id: string, scope = ALL): string {
  const from = { ...parties(world, key, app_id), scope };
  return world.store.transact(() => put(world, 'code', from, CODE_LIFE));
}

/** Takes back every token that the person gave the app. @throws Error as mintUserTokens */
export function revokeUserTokens(world: World, key: string, app_id: string): void {
  const { union_id } = parties(world, key, app_id);
  world.store.transact(() => {
    for (const token of world.rows.userTokens.inGroup(union_id))
      if (token.app_id === app_id && token.state === 'live') {
        const revoked: UserToken = { ...token, state: 'revoked' };
        world.store.put(world.rows.userTokens, token.token, revoked);
      }
  });
}
