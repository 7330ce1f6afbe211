import * as z from 'zod';
import { alphanumeric, newId } from '../core/ids.ts';
import type { App, User } from '../core/model.ts';
import type { World } from '../core/world.ts';

export const UserProfile = z.object({
  name: z.string().min(1),
  en_name: z.string().optional(),
  email: z.string().optional(),
});

export const AppProfile = z.object({
  name: z.string().min(1),
  description: z.string().optional(),
  scopes: z.array(z.string()).optional(),
  strict: z.boolean().optional(),
});

export interface UserIdentity {
  readonly user_id: string;
  readonly union_id: string;
  /** lives as long as the person does */
  readonly access_token: string;
}

export interface AppIdentity {
  readonly app_id: string;
  readonly app_secret: string;
}

/** The person with this key, made at the first call; a later one may change the profile, never the identity. */
export function createUser(world: World, key: string, profile: z.infer<typeof UserProfile>): UserIdentity {
  const known = [...world.rows.users.values()].find((u) => u.key === key);
  const user: User = {
    union_id: known?.union_id ?? newId.union(),
    user_id: known?.user_id ?? newId.user(),
    key,
    name: profile.name,
    en_name: profile.en_name ?? profile.name,
    email: profile.email ?? '',
    access_token: known?.access_token ?? `eyJ${alphanumeric(60)}`,
    ...(known?.profile === undefined ? {} : { profile: known.profile }),
  };
  if (JSON.stringify(user) !== JSON.stringify(known)) world.store.transact(() => world.putUser(user));
  return { user_id: user.user_id, union_id: user.union_id, access_token: user.access_token };
}

/** The app with this key; idempotent like createUser. */
export function createApp(world: World, key: string, profile: z.infer<typeof AppProfile>): AppIdentity {
  const known = [...world.rows.apps.values()].find((a) => a.key === key);
  const app: App = {
    app_id: known?.app_id ?? newId.app(),
    app_secret: known?.app_secret ?? alphanumeric(32),
    key,
    name: profile.name,
    description: profile.description ?? '',
    scopes: profile.scopes ?? [],
    ...(profile.strict === true ? { strict: true } : {}),
  };
  if (JSON.stringify(app) !== JSON.stringify(known)) world.store.transact(() => world.putApp(app));
  return { app_id: app.app_id, app_secret: app.app_secret };
}
