import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { Actor, Department } from '../core/model.ts';
import { idOf, resolveUser } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, queryFlag, userIdType } from '../http/validate.ts';
import {
  childrenOf,
  contactErrors,
  departmentId,
  departmentIdType,
  departmentOf,
  membersOf,
  ROOT,
  withDescendants,
} from './departments.ts';
import type { Eyes } from './profile.ts';

const DEPARTMENTS = '/open-apis/contact/v3/departments';
const ids = { user_id_type: userIdType(), department_id_type: departmentIdType() };
const I18nName = z.partialRecord(z.enum(['zh_cn', 'en_us', 'ja_jp']), z.string());

function eyesOf(world: World, actor: Actor, query: z.infer<z.ZodObject<typeof ids>>): Eyes {
  return { world, actor, userIdType: query.user_id_type, departmentIdType: query.department_id_type };
}

function counted({ world }: Eyes, department: Department): { all: number; primary: number } {
  const below = withDescendants(world, department.open_department_id);
  const people = new Set(below.flatMap((id) => membersOf(world, id)));
  const primary = [...people].filter((u) => below.includes(u.profile?.departments?.[0] ?? ROOT));
  return { all: people.size, primary: primary.length };
}

/** A department as lists show it. */
function shown(eyes: Eyes, department: Department): Record<string, unknown> {
  const { world, actor, userIdType: type } = eyes;
  const parent = world.rows.departments.get(department.parent);
  const leader =
    department.leader === undefined ? undefined : idOf(world, world.viewOf(actor), type, department.leader);
  return {
    name: department.name,
    i18n_name: department.i18n_name,
    parent_department_id: parent === undefined ? ROOT : departmentId(parent, eyes.departmentIdType),
    department_id: department.department_id,
    open_department_id: department.open_department_id,
    ...(leader === undefined
      ? {}
      : { leader_user_id: leader, leaders: [{ leaderType: 1, leaderID: leader }] }),
    order: String(department.seq),
    member_count: counted(eyes, department).all,
    status: { is_deleted: false },
  };
}

/** One alone says how many of its people have it as their main one, too. */
function shownAlone(eyes: Eyes, department: Department): Record<string, unknown> {
  return { ...shown(eyes, department), primary_member_count: counted(eyes, department).primary };
}

/** Departments of the company. */
export const departmentRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: DEPARTMENTS,
    op: 'contact.department.create',
    auth: 'tenant',
    query: z.object(ids),
    body: z.object({
      name: z.string().min(1).max(100),
      i18n_name: I18nName.optional(),
      parent_department_id: z.string(),
      department_id: z.string().min(1).max(64).optional(),
      leader_user_id: z.string().optional(),
    }),
    run: ({ world, actor, query, body }) => {
      const parent = departmentOf(world, query.department_id_type, body.parent_department_id);
      const above = parent?.open_department_id ?? ROOT;
      if (childrenOf(world, above).some((d) => d.name === body.name)) throw contactErrors.takenName();
      if ([...world.rows.departments.values()].some((d) => d.department_id === body.department_id))
        throw contactErrors.takenId();
      const department: Department = {
        open_department_id: newId.department(),
        department_id: body.department_id ?? newId.user(),
        seq: world.store.nextSeq(),
        name: body.name,
        i18n_name: { zh_cn: body.name, ja_jp: body.name, en_us: body.name, ...body.i18n_name },
        parent: above,
        ...(body.leader_user_id === undefined
          ? {}
          : { leader: resolveUser(world, actor, query.user_id_type, body.leader_user_id) }),
      };
      world.store.put(world.rows.departments, department.open_department_id, department);
      world.done(actor, {
        op: 'contact.department.create',
        resource: { kind: 'department', token: department.open_department_id },
        after: { name: department.name, parent: above },
      });
      return { data: { department: shownAlone(eyesOf(world, actor, query), department) } };
    },
  }),
  route({
    method: 'GET',
    path: `${DEPARTMENTS}/:department_id`,
    op: 'contact.department.get',
    query: z.object(ids),
    run: ({ world, actor, params, query }) => {
      const found = departmentOf(world, query.department_id_type, params.department_id);
      if (found === undefined) throw contactErrors.noDepartment();
      return { data: { department: shownAlone(eyesOf(world, actor, query), found) } };
    },
  }),
  route({
    method: 'GET',
    path: `${DEPARTMENTS}/:department_id/children`,
    op: 'contact.department.children',
    query: z.object({ ...ids, fetch_child: queryFlag(), ...paging(50, 10) }),
    run: ({ world, actor, params, query }) => {
      const above = departmentOf(world, query.department_id_type, params.department_id);
      const id = above?.open_department_id ?? ROOT;
      const below = query.fetch_child
        ? withDescendants(world, id)
            .slice(1)
            .flatMap((one) => world.rows.departments.get(one) ?? [])
        : childrenOf(world, id);
      const page = pageOf(below, query, (d) => d.open_department_id, contactErrors.badPage);
      const eyes = eyesOf(world, actor, query);
      return { data: { ...page, items: page.items.map((d) => shown(eyes, d)) } };
    },
  }),
];
