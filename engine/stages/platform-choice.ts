import type { BatchManifest } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import type { Evalset } from '../evalset/index.ts';
import { sundownerHome, type Env } from '../platform/lark/accounts/home.ts';
import { findPlatform, type NamedPlatform, type Places } from '../platform/lark/tenant/definition.ts';
import { secretName } from '../platform/lark/tenant/secrets.ts';
import type { OpenBatch } from './batch.ts';

export function placesOf(evalset: Evalset, env: Env): Places {
  return {
    platforms: evalset.file?.value.platforms ?? {},
    evalsetFile: evalset.file?.file.path ?? evalset.root,
    home: sundownerHome(env),
  };
}

/**
 * The platform of a new batch as its manifest names it: by kind, name, domain and operator, without a secret.
 * @throws UsageError for settings that are not there, or an agent that cannot be on that platform
 */
export async function platformOf(
  evalset: Evalset,
  agent: Pick<BatchManifest['agent'], 'name' | 'driver' | 'command' | 'pass_env'>,
  options: { platform?: string | undefined; env?: Env | undefined; compileOnly?: boolean | undefined },
): Promise<BatchManifest['platform']> {
  if (options.platform === undefined) {
    if (agent.command === undefined && agent.driver !== 'rehearsal' && options.compileOnly !== true)
      throw new UsageError(
        `${evalset.file?.file.path ?? evalset.root}: agent "${agent.name}" has no command: on a platform of the batch's own it has to be started; add one, or name a tenant with --platform`,
      );
    return { kind: 'local' };
  }
  const named = await findPlatform(options.platform, placesOf(evalset, options.env ?? {}));
  if (agent.driver === 'rehearsal')
    throw new UsageError(
      `${named.at}: a rehearsal is played on a platform of its own, never on a tenant; leave out --platform, or name another agent`,
    );
  assertNoSecretPassed(named, agent, evalset);
  return {
    kind: 'lark',
    name: named.name,
    domain: named.definition.domain,
    operator: named.definition.operator.app_id,
    ...(named.file === null ? {} : { file: named.file }),
  };
}

/** An agent never gets what speaks for the operator or an actor. */
function assertNoSecretPassed(
  { definition }: NamedPlatform,
  agent: { name: string; pass_env?: readonly string[] | undefined },
  evalset: Evalset,
): void {
  const bots = Object.values(definition.actors).filter((actor) => 'app_id' in actor);
  const names = new Set([definition.operator, ...bots].map(secretName));
  const passed = agent.pass_env?.find((name) => names.has(name));
  if (passed !== undefined)
    throw new UsageError(
      `${evalset.file?.file.path ?? evalset.root}: agents.${agent.name}.pass_env hands ${passed} to the agent, which is a secret of the operator or an actor; take it out`,
    );
}

/**
 * The settings of the tenant that a batch was made for, found again by name or file, or in the place given now.
 * @throws UsageError when they are not there, or are those of another platform
 */
export async function platformOfBatch(batch: OpenBatch, env: Env, given?: string): Promise<NamedPlatform> {
  const { platform } = batch.manifest;
  const file = batch.paths.abs(batch.paths.manifest);
  if (platform.kind !== 'lark')
    throw new UsageError(`${file}: this batch has a platform of its own; start a new one with --platform`);
  const named = await findPlatform(
    given ?? platform.file ?? platform.name ?? '',
    placesOf(batch.evalset, env),
  );
  const { domain, operator } = named.definition;
  if (domain !== platform.domain || operator.app_id !== platform.operator)
    throw new UsageError(
      `${named.at}: platform ${domain} with operator ${operator.app_id}, but the batch was begun on ${platform.domain ?? '?'} with ${platform.operator ?? '?'} (${file}); its groups and documents are there. Give those settings with --platform, or start a new batch`,
    );
  return named;
}
