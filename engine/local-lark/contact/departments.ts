import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import type { Department, User } from '../core/model.ts';
import type { World } from '../core/world.ts';

export type DepartmentIdType = 'open_department_id' | 'department_id';

/** The id of the whole company, whatever the form of ids. */
export const ROOT = '0';

export const departmentIdType = (): z.ZodType<DepartmentIdType> =>
  z.enum(['open_department_id', 'department_id']).default('open_department_id');

export const contactErrors = {
  noDepartment: () => new LarkError(400, 40015, 'department not exist'),
  badPage: () => new LarkError(400, 40012, 'page token invalid error'),
  noUser: () => new LarkError(400, 41050, 'no user authority error'),
  takenId: () => new LarkError(400, 43007, 'duplicated department custom id error'),
  takenName: () => new LarkError(400, 43022, 'department name duplicate'),
};

export function departmentId(department: Department, type: DepartmentIdType): string {
  return department[type];
}

/** @returns undefined for the root @throws LarkError 40015 */
export function departmentOf(world: World, type: DepartmentIdType, id: string): Department | undefined {
  if (id === ROOT) return undefined;
  const found =
    type === 'open_department_id'
      ? world.rows.departments.get(id)
      : [...world.rows.departments.values()].find((d) => d.department_id === id);
  if (found === undefined) throw contactErrors.noDepartment();
  return found;
}

/** Those right below it, in order of their making. */
export function childrenOf(world: World, parent: string): Department[] {
  return world.rows.departments.inGroup(parent).sort((a, b) => a.seq - b.seq);
}

/** Who belongs to exactly this department; who is in none belongs to the root. */
export function membersOf(world: World, department: string): User[] {
  return [...world.rows.users.values()].filter(({ profile }) => {
    const own = profile?.departments ?? [];
    return department === ROOT ? own.length === 0 : own.includes(department);
  });
}

/** The department and all below it. */
export function withDescendants(world: World, department: string): string[] {
  return [
    department,
    ...childrenOf(world, department).flatMap((d) => withDescendants(world, d.open_department_id)),
  ];
}
