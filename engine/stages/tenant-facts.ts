import type { Evalset } from '../evalset/index.ts';
import { sundownerHome, type Env } from '../platform/lark/accounts/home.ts';
import { findPlatform, type NamedPlatform } from '../platform/lark/tenant/definition.ts';
import { secretName, Secrets } from '../platform/lark/tenant/secrets.ts';
import type { TenantFacts } from '../preflight/index.ts';
import type { OpenBatch } from './batch.ts';
import { placesOf, platformOfBatch } from './platform-choice.ts';

/** What the settings of a batch's tenant say; null on a platform of its own. */
export async function tenantOfBatch(
  batch: OpenBatch,
  env: Env,
  given: string | undefined,
): Promise<TenantFacts | null> {
  if (batch.manifest.platform.kind !== 'lark') return null;
  return factsOf(await platformOfBatch(batch, env, given), env);
}

/** The same of the tenant that a new batch is asked to be run on. */
export async function tenantOfFolder(
  evalset: Evalset,
  name: string | undefined,
  env: Env,
): Promise<TenantFacts | null> {
  return name === undefined ? null : factsOf(await findPlatform(name, placesOf(evalset, env)), env);
}

async function factsOf({ name, definition, at }: NamedPlatform, env: Env): Promise<TenantFacts> {
  const secrets = new Secrets(env, sundownerHome(env));
  const apps = [
    { app: definition.operator, of: 'the operator' },
    ...Object.entries(definition.actors).flatMap(([key, app]) =>
      'app_id' in app ? [{ app, of: `the actor "${key}"` }] : [],
    ),
  ];
  const missing = await Promise.all(
    apps.map(async ({ app, of }) =>
      (await secrets.find(app)) === null ? [{ variable: secretName(app), of }] : [],
    ),
  );
  return {
    name,
    file: at,
    actors: new Set(Object.keys(definition.actors)),
    agents: new Set(Object.keys(definition.agents)),
    missingSecrets: missing.flat(),
    // The settings do not say; the platform does when it is asked.
    scopes: null,
  };
}
