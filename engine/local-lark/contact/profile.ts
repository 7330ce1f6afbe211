import type { Actor, Department, User } from '../core/model.ts';
import { idOf, type UserIdType } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { ROOT, type DepartmentIdType, departmentId } from './departments.ts';

const AVATAR = 'https://s1-imfile.feishucdn.com/static-resource/v1/avatar-placeholder';

/** In which ids an answer names people and departments. */
export interface Eyes {
  readonly world: World;
  readonly actor: Actor;
  readonly userIdType: UserIdType;
  readonly departmentIdType: DepartmentIdType;
}

/** The profile as the contact service shows it to the caller; what nobody has said is an absent key. */
export function profile(eyes: Eyes, user: User): Record<string, unknown> {
  const { world, actor, userIdType } = eyes;
  const { leader, dotted_line_leaders, departments, ...said } = user.profile ?? {};
  const id = (principal: string): string => idOf(world, world.viewOf(actor), userIdType, principal);
  const own = (departments ?? []).flatMap((one) => world.rows.departments.get(one) ?? []);
  const ids = own.map((d) => departmentId(d, eyes.departmentIdType));
  return {
    union_id: user.union_id,
    user_id: user.user_id,
    open_id: world.openId(world.viewOf(actor), user.union_id),
    name: user.name,
    en_name: user.en_name,
    ...(user.email === '' ? {} : { email: user.email }),
    ...said,
    avatar: { avatar_72: AVATAR, avatar_240: AVATAR, avatar_640: AVATAR, avatar_origin: AVATAR },
    status: { is_frozen: false, is_resigned: false, is_activated: true, is_exited: false, is_unjoin: false },
    is_tenant_manager: false,
    department_ids: ids.length === 0 ? [ROOT] : ids,
    ...(ids.length === 0
      ? {}
      : {
          orders: ids.map((department_id, n) => ({
            department_id,
            user_order: 0,
            department_order: ids.length - n,
            is_primary_dept: n === 0,
          })),
          department_path: own.map((d) => pathOf(eyes, d)),
        }),
    ...(leader === undefined ? {} : { leader_user_id: id(leader) }),
    ...(dotted_line_leaders === undefined
      ? {}
      : { dotted_line_leader_user_ids: dotted_line_leaders.map(id) }),
  };
}

/** A department and all above it, itself last. */
function pathOf({ world, departmentIdType }: Eyes, department: Department): Record<string, unknown> {
  const chain: Department[] = [];
  for (let one: Department | undefined = department; one !== undefined;) {
    chain.unshift(one);
    one = world.rows.departments.get(one.parent);
  }
  const nameOf = (d: Department) => ({ name: d.name, i18n_name: d.i18n_name });
  return {
    department_id: departmentId(department, departmentIdType),
    department_name: nameOf(department),
    department_path: {
      department_ids: chain.map((d) => departmentId(d, departmentIdType)),
      department_path_name: {
        name: chain.map((d) => d.name).join('/'),
        i18n_name: Object.fromEntries(
          Object.keys(department.i18n_name).map((locale) => [
            locale,
            chain.map((d) => d.i18n_name[locale] ?? d.name).join('/'),
          ]),
        ),
      },
    },
  };
}
