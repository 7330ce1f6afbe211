import { gateway } from './errors.ts';
import type { Actor, PrincipalId } from './model.ts';
import { isApp, type World } from './world.ts';

export type UserIdType = 'open_id' | 'union_id' | 'user_id';

/**
 * Who is meant by an id, in the eyes of the actor.
 * @throws LarkError 99992361 for an open_id of another app, 99992351/99992354 for an unknown id
 */
export function resolveUser(world: World, actor: Actor, type: UserIdType, id: string): PrincipalId {
  if (type === 'open_id') {
    if (!id.startsWith('ou_')) throw gateway.crossApp();
    const owner = world.openIdOwner(id);
    if (owner === undefined) throw gateway.openIdNotExisted(id);
    // a person's own token belongs to no app, so it may use the open_id of any
    const client = actor.kind === 'app' ? actor.app.app_id : actor.client?.app_id;
    if (client !== undefined && owner.app !== client) throw gateway.crossApp();
    return owner.principal;
  }
  const user = type === 'union_id' ? world.user(id) : world.userById(id);
  if (user === undefined) throw gateway.idNotExisted(id);
  return user.union_id;
}

/** Like resolveUser, but undefined for an unknown id; a foreign open_id is still refused. */
export function findUser(world: World, actor: Actor, type: UserIdType, id: string): PrincipalId | undefined {
  if (type === 'open_id') {
    const owner = world.openIdOwner(id);
    return owner === undefined ? undefined : resolveUser(world, actor, type, id);
  }
  return (type === 'union_id' ? world.user(id) : world.userById(id))?.union_id;
}

/** The id of a principal in the wanted form; apps have no user_id. */
export function idOf(world: World, view: string, type: UserIdType, principal: PrincipalId): string {
  if (type === 'open_id') return world.openId(view, principal);
  if (type === 'union_id') return unionIdOf(world, principal);
  return world.user(principal)?.user_id ?? '';
}

/** Apps have a union id in events too: derived, since nothing can be asked by it. */
export function unionIdOf(world: World, principal: PrincipalId): string {
  return isApp(principal) ? `on_${world.openId('union', principal).slice(3)}` : principal;
}
