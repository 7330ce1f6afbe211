import * as z from 'zod';
import type { Actor, User } from '../core/model.ts';
import { idOf, resolveUser, type UserIdType } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, queryList, userIdType } from '../http/validate.ts';
import { contactErrors, departmentIdType, departmentOf, membersOf, ROOT } from './departments.ts';
import { profile } from './profile.ts';
import { changedUser, UserChange } from './user-change.ts';

const USERS = '/open-apis/contact/v3/users';
const ids = { user_id_type: userIdType(), department_id_type: departmentIdType() };

function person(world: World, actor: Actor, type: UserIdType, id: string): User {
  const user = world.user(resolveUser(world, actor, type, id));
  // a bot has an open_id but no profile
  if (user === undefined) throw contactErrors.noUser();
  return user;
}

export const contactRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${USERS}/batch`,
    op: 'contact.user.batch',
    query: z.object({ ...ids, user_ids: queryList() }),
    run: ({ world, actor, query: { user_ids, user_id_type, department_id_type } }) => {
      const eyes = { world, actor, userIdType: user_id_type, departmentIdType: department_id_type };
      const people = user_ids.map((id) => person(world, actor, user_id_type, id));
      return { data: { items: people.map((user) => profile(eyes, user)) } };
    },
  }),
  route({
    method: 'GET',
    path: `${USERS}/find_by_department`,
    op: 'contact.user.find_by_department',
    query: z.object({ ...ids, department_id: z.string().min(1), ...paging(50, 10) }),
    run: ({ world, actor, query }) => {
      const department = departmentOf(world, query.department_id_type, query.department_id);
      const members = membersOf(world, department?.open_department_id ?? ROOT);
      const page = pageOf(members, query, (u) => u.union_id, contactErrors.badPage);
      const eyes = {
        world,
        actor,
        userIdType: query.user_id_type,
        departmentIdType: query.department_id_type,
      };
      return { data: { ...page, items: page.items.map((user) => profile(eyes, user)) } };
    },
  }),
  route({
    method: 'GET',
    path: `${USERS}/:user_id`,
    op: 'contact.user.get',
    query: z.object(ids),
    run: ({ world, actor, params, query: { user_id_type, department_id_type } }) => {
      const eyes = { world, actor, userIdType: user_id_type, departmentIdType: department_id_type };
      return { data: { user: profile(eyes, person(world, actor, user_id_type, params.user_id)) } };
    },
  }),
  route({
    method: 'PATCH',
    path: `${USERS}/:user_id`,
    op: 'contact.user.update',
    auth: 'tenant',
    query: z.object(ids),
    body: UserChange,
    run: ({ world, actor, params, query: { user_id_type, department_id_type }, body }) => {
      const eyes = { world, actor, userIdType: user_id_type, departmentIdType: department_id_type };
      const before = person(world, actor, user_id_type, params.user_id);
      const after = world.putUser(changedUser(eyes, before, body));
      world.done(actor, {
        op: 'contact.user.update',
        resource: { kind: 'user', token: before.union_id },
        before: { name: before.name, en_name: before.en_name, email: before.email, ...before.profile },
        after: { name: after.name, en_name: after.en_name, email: after.email, ...after.profile },
      });
      return { data: { user: profile(eyes, after) } };
    },
  }),
  route({
    method: 'POST',
    path: `${USERS}/basic_batch`,
    op: 'contact.user.basic_batch',
    query: z.object({ user_id_type: userIdType() }),
    body: z.object({ user_ids: z.array(z.string()).min(1).max(10) }),
    run: ({ world, actor, query: { user_id_type }, body }) => ({
      data: {
        users: body.user_ids.map((id) => {
          const { name, en_name } = person(world, actor, user_id_type, id);
          return { user_id: id, name, i18n_name: { zh_cn: name, ja_jp: name, en_us: en_name } };
        }),
      },
    }),
  }),
  route({
    method: 'POST',
    path: `${USERS}/batch_get_id`,
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
          ...body.mobiles.map((mobile) => {
            const user = [...world.rows.users.values()].find((u) => u.profile?.mobile === mobile);
            if (user === undefined) return { mobile };
            return { user_id: idOf(world, world.viewOf(actor), query.user_id_type, user.union_id), mobile };
          }),
        ],
      },
    }),
  }),
];
