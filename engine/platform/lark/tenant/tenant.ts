import type { WorldPreset } from '../../../../schemas/index.ts';
import { UsageError } from '../../../batch/errors.ts';
import { accountFolder, sundownerHome, type Env } from '../accounts/home.ts';
import { Leases, type LeaseOptions, type Wanted } from '../accounts/leases.ts';
import { OAuth } from '../accounts/oauth.ts';
import { LoginFile } from '../accounts/store.ts';
import { AccountToken } from '../accounts/token.ts';
import type { LarkBot, LarkPerson, LarkSettings } from '../settings.ts';
import type { NamedPlatform } from './definition.ts';
import { Secrets } from './secrets.ts';

/** A real tenant, ready for one batch: its accounts are held until it is closed. */
export interface Tenant {
  readonly settings: LarkSettings;
  /** By agent key; the secret only where there is one: a bot that is already running needs none here. */
  readonly agents: Readonly<Record<string, { readonly app_id: string; readonly app_secret: string | null }>>;
  close(): Promise<void>;
}

export interface TenantOptions extends LeaseOptions {
  readonly env: Env;
  readonly now: () => number;
}

const DEFAULTS = { group_interval_ms: 250, app_interval_ms: 20, timeout_ms: 30_000 };

/** Where people of a domain log in. */
export function accountsOf({ definition }: NamedPlatform): string {
  if (definition.accounts !== undefined) return definition.accounts;
  return definition.domain.replace(/^https:\/\/open\.(feishu\.cn|larksuite\.com)$/, 'https://accounts.$1');
}

/**
 * Makes the settings of a batch on a tenant: secrets are looked up, accounts taken, logins opened.
 * @throws UsageError for an account that is not named, not logged in to, without a secret, or in use
 */
export async function openTenant(
  named: NamedPlatform,
  world: Pick<WorldPreset, 'actors' | 'team_agents'>,
  options: TenantOptions,
): Promise<Tenant> {
  assertAccounts(named, world);
  const { definition } = named;
  const home = sundownerHome(options.env);
  const secrets = new Secrets(options.env, home);
  const app_id = definition.operator.app_id;
  const operator = { app_id, app_secret: await secrets.get(definition.operator, 'the operator') };
  const dirOf = (app: string, id: string): string =>
    accountFolder(home, { domain: definition.domain, app_id: app, id });
  const actors = Object.keys(world.actors).flatMap((key) => {
    const account = definition.actors[key];
    if (account === undefined) return [];
    const dir = 'union_id' in account ? dirOf(app_id, account.union_id) : dirOf(account.app_id, 'bot');
    return [{ key, account, dir }];
  });
  const bots = world.team_agents.flatMap(({ key }) => {
    const bot = definition.agents[key];
    return bot === undefined ? [] : [{ key, bot, dir: dirOf(bot.app_id, 'bot') }];
  });
  const leases = await Leases.take(
    [
      ...actors.map(({ key, account, dir }): Wanted => {
        const id = 'union_id' in account ? account.union_id : account.app_id;
        return { dir, what: `actor "${key}" (${id})` };
      }),
      ...bots.map(({ key, bot, dir }): Wanted => ({ dir, what: `agent "${key}" (${bot.app_id})` })),
    ],
    options,
  );
  try {
    const oauth = new OAuth({
      domain: definition.domain,
      accounts: accountsOf(named),
      app: operator,
      timeout_ms: definition.timeout_ms ?? DEFAULTS.timeout_ms,
    });
    const accounts: Record<string, LarkPerson | LarkBot> = {};
    for (const { key, account, dir } of actors) {
      accounts[key] =
        'union_id' in account
          ? {
              union_id: account.union_id,
              access_token: await AccountToken.open({
                file: new LoginFile(dir),
                lease: leases.of(dir),
                oauth,
                who: `actor "${key}" (${account.union_id})`,
                way: `run \`sundowner account login ${key} --platform ${named.file ?? named.name}\``,
                now: options.now,
              }),
            }
          : {
              app_id: account.app_id,
              app_secret: await secrets.get(account, `actor "${key}"`),
              ...(account.open_id === undefined ? {} : { open_id: account.open_id }),
              ...(account.sees === undefined ? {} : { sees: account.sees }),
            };
    }
    const agents: Record<string, { app_id: string; app_secret: string | null }> = {};
    for (const { key, bot } of bots)
      agents[key] = { app_id: bot.app_id, app_secret: await secrets.find(bot) };
    return {
      settings: {
        kind: 'lark',
        domain: definition.domain,
        ...(definition.web === undefined ? {} : { web: definition.web }),
        operator,
        actors: accounts,
        agents: Object.fromEntries(
          bots.map(({ key, bot }) => [key, { app_id: bot.app_id, open_id: bot.open_id }]),
        ),
        group_interval_ms: definition.group_interval_ms ?? DEFAULTS.group_interval_ms,
        app_interval_ms: definition.app_interval_ms ?? DEFAULTS.app_interval_ms,
        timeout_ms: definition.timeout_ms ?? DEFAULTS.timeout_ms,
      },
      agents,
      close: () => leases.release(),
    };
  } catch (error) {
    await leases.release();
    throw error;
  }
}

/** Every actor and agent of the world has an account, and no two of them the same: authors could not be told apart. */
function assertAccounts(
  { definition, at }: NamedPlatform,
  world: Pick<WorldPreset, 'actors' | 'team_agents'>,
): void {
  const missing = [
    ...Object.keys(world.actors)
      .filter((key) => definition.actors[key] === undefined)
      .map((key) => `actors.${key}`),
    ...world.team_agents
      .filter(({ key }) => definition.agents[key] === undefined)
      .map(({ key }) => `agents.${key}`),
  ];
  if (missing.length > 0)
    throw new UsageError(
      `${at}: no account for ${missing.join(', ')}; the world names them, and each needs one of its own`,
    );
  const owners = new Map<string, string>([[definition.operator.app_id, 'operator']]);
  const all = [
    ...Object.entries(definition.actors).map(([key, one]) => [`actors.${key}`, one] as const),
    ...Object.entries(definition.agents).map(([key, one]) => [`agents.${key}`, one] as const),
  ];
  for (const [who, one] of all) {
    const id = 'union_id' in one ? one.union_id : one.app_id;
    const other = owners.get(id);
    if (other !== undefined)
      throw new UsageError(
        `${at}: ${who} and ${other} have the same account ${id}; give each its own, or nobody can tell who said what`,
      );
    owners.set(id, who);
  }
}
