import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import type { Actor, User } from '../core/model.ts';
import { idOf, resolveUser, type UserIdType } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { queryList, userIdType } from '../http/validate.ts';

const AVATAR = 'https://s1-imfile.feishucdn.com/static-resource/v1/avatar-placeholder';

/** The profile as the contact service shows it to the caller; an absent e-mail is an absent key. */
function profile(world: World, actor: Actor, user: User): Record<string, unknown> {
  return {
    union_id: user.union_id,
    user_id: user.user_id,
    open_id: world.openId(world.viewOf(actor), user.union_id),
    name: user.name,
    en_name: user.en_name,
    ...(user.email === '' ? {} : { email: user.email }),
    avatar: { avatar_72: AVATAR, avatar_240: AVATAR, avatar_640: AVATAR, avatar_origin: AVATAR },
    status: { is_frozen: false, is_resigned: false, is_activated: true, is_exited: false, is_unjoin: false },
    is_tenant_manager: false,
  };
}

function person(world: World, actor: Actor, type: UserIdType, id: string): User {
  const user = world.user(resolveUser(world, actor, type, id));
  // a bot has an open_id but no profile
  if (user === undefined) throw new LarkError(400, 41050, 'no user authority error');
  return user;
}

export const contactRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: '/open-apis/contact/v3/users/batch',
    op: 'contact.user.batch',
    query: z.object({ user_ids: queryList(), user_id_type: userIdType() }),
    run: ({ world, actor, query }) => ({
      data: {
        items: query.user_ids.map((id) =>
          profile(world, actor, person(world, actor, query.user_id_type, id)),
        ),
      },
    }),
  }),
  route({
    method: 'GET',
    path: '/open-apis/contact/v3/users/:user_id',
    op: 'contact.user.get',
    query: z.object({ user_id_type: userIdType() }),
    run: ({ world, actor, params, query }) => ({
      data: { user: profile(world, actor, person(world, actor, query.user_id_type, params.user_id)) },
    }),
  }),
  route({
    method: 'POST',
    path: '/open-apis/contact/v3/users/batch_get_id',
    op: 'contact.user.batch_get_id',
    auth: 'tenant',
    query: z.object({ user_id_type: userIdType() }),
    body: z.object({
      emails: z.array(z.string()).max(50).default([]),
      mobiles: z.array(z.string()).max(50).default([]),
      include_resigned: z.boolean().optional(),
    }),
    run: ({ world, actor, query, body }) => ({
      data: {
        user_list: [
          ...body.emails.map((email) => {
            const user = world.userByEmail(email);
            if (user === undefined) return { email };
            return { user_id: idOf(world, world.viewOf(actor), query.user_id_type, user.union_id), email };
          }),
          ...body.mobiles.map((mobile) => ({ mobile })),
        ],
      },
    }),
  }),
];
