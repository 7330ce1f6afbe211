import * as z from 'zod';
import type { Profile, User } from '../core/model.ts';
import { resolveUser } from '../core/resolve.ts';
import { departmentOf } from './departments.ts';
import type { Eyes } from './profile.ts';

/** What an administrator may change of a person, all optional. */
export const UserChange = z.object({
  name: z.string().min(1).optional(),
  en_name: z.string().optional(),
  email: z.string().optional(),
  nickname: z.string().optional(),
  mobile: z.string().optional(),
  mobile_visible: z.boolean().optional(),
  gender: z.number().int().min(0).max(3).optional(),
  city: z.string().optional(),
  country: z.string().optional(),
  work_station: z.string().optional(),
  join_time: z.number().int().optional(),
  employee_no: z.string().optional(),
  employee_type: z.number().int().optional(),
  enterprise_email: z.string().optional(),
  job_title: z.string().optional(),
  geo: z.string().optional(),
  job_level_id: z.string().optional(),
  job_family_id: z.string().optional(),
  leader_user_id: z.string().optional(),
  dotted_line_leader_user_ids: z.array(z.string()).optional(),
  department_ids: z.array(z.string()).optional(),
});

/** The person with the change done. @throws LarkError for a leader or a department that does not exist */
export function changedUser(eyes: Eyes, user: User, change: z.infer<typeof UserChange>): User {
  const { name, en_name, email, leader_user_id, dotted_line_leader_user_ids, department_ids, ...said } =
    change;
  const who = (id: string): string => resolveUser(eyes.world, eyes.actor, eyes.userIdType, id);
  const departments = department_ids?.flatMap(
    (id) => departmentOf(eyes.world, eyes.departmentIdType, id)?.open_department_id ?? [],
  );
  const profile: Profile = {
    ...user.profile,
    ...given(said),
    ...given({
      leader: leader_user_id === undefined ? undefined : who(leader_user_id),
      dotted_line_leaders: dotted_line_leader_user_ids?.map(who),
      departments,
    }),
  };
  return {
    ...user,
    name: name ?? user.name,
    en_name: en_name ?? user.en_name,
    email: email ?? user.email,
    profile,
  };
}

function given<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
