import { UsageError } from '../batch/errors.ts';
import { diskFiles, loadEvalset } from '../evalset/index.ts';
import { realClock } from '../clock/index.ts';
import { accountFolder, sundownerHome, type Env } from '../platform/lark/accounts/home.ts';
import { holderOf, isLease, takeLease } from '../platform/lark/accounts/lease.ts';
import { logInByDevice } from '../platform/lark/accounts/login.ts';
import { OAuth, type DeviceLogin } from '../platform/lark/accounts/oauth.ts';
import { allLogins, LoginFile, loginOf } from '../platform/lark/accounts/store.ts';
import { findPlatform } from '../platform/lark/tenant/definition.ts';
import { Secrets } from '../platform/lark/tenant/secrets.ts';
import { accountsOf } from '../platform/lark/tenant/tenant.ts';

export { USER_SCOPES } from '../platform/lark/accounts/login.ts';

export interface AccountLogin {
  /** Actor key; undefined: whoever logs in. */
  readonly actor: string | undefined;
  readonly platform: string;
  readonly evalset: string | undefined;
  readonly scopes: readonly string[];
  readonly env: Env;
  readonly show: (login: DeviceLogin) => void;
  readonly signal: AbortSignal;
}

export interface LoggedIn {
  readonly name: string;
  readonly union_id: string;
  readonly renewable: boolean;
  readonly file: string;
}

/**
 * Logs a person in to the operator's app of a platform and keeps the login.
 * @throws UsageError when it is another person than the actor's, or a run uses the account
 */
export async function accountLogin(input: AccountLogin): Promise<LoggedIn> {
  const { actor, env, signal } = input;
  const home = sundownerHome(env);
  const evalset =
    input.evalset === undefined ? null : (await loadEvalset(input.evalset, diskFiles(), signal)).evalset;
  const named = await findPlatform(input.platform, {
    platforms: evalset?.file?.value.platforms ?? {},
    evalsetFile: evalset?.file?.file.path ?? 'no evalset (--evalset)',
    home,
  });
  const { definition } = named;
  const account = actor === undefined ? undefined : definition.actors[actor];
  if (actor !== undefined && (account === undefined || !('union_id' in account)))
    throw new UsageError(
      `${named.at}: actors.${actor} ${account === undefined ? 'is not there' : 'is a bot, which needs no login'}; people are ${people(definition.actors)}`,
    );
  const { app_id } = definition.operator;
  const app = { app_id, app_secret: await new Secrets(env, home).get(definition.operator, 'the operator') };
  const oauth = new OAuth({
    domain: definition.domain,
    accounts: accountsOf(named),
    app,
    timeout_ms: definition.timeout_ms ?? 30_000,
  });
  const wait = (ms: number, s?: AbortSignal): Promise<void> => realClock.wait(ms, s);
  const { grant, profile } = await logInByDevice({
    oauth,
    scopes: input.scopes,
    show: input.show,
    wait,
    signal,
  });
  if (account !== undefined && 'union_id' in account && account.union_id !== profile.union_id)
    throw new UsageError(
      `${profile.name} (${profile.union_id}) has logged in, but actor "${actor ?? ''}" is ${account.union_id} (${named.at}); nothing was kept. Log in as that person, or mend the settings`,
    );
  const dir = accountFolder(home, { domain: definition.domain, app_id, id: profile.union_id });
  const lease = await takeLease(dir, 'sundowner account login');
  if (!isLease(lease))
    throw new UsageError(
      `the account of ${profile.name} is in use by ${lease.holder} (process ${lease.pid} on ${lease.host}); let it end, then log in again`,
    );
  try {
    const file = new LoginFile(dir);
    const who = { ...profile, app_id, domain: definition.domain };
    await file.write(loginOf(grant, who, Date.now()));
    return { ...profile, renewable: grant.refresh_token !== '', file: file.file };
  } finally {
    await lease.release();
  }
}

function people(actors: Readonly<Record<string, object>>): string {
  const keys = Object.entries(actors).flatMap(([key, one]) => ('union_id' in one ? [key] : []));
  return keys.length === 0 ? 'none' : keys.join(', ');
}

export interface AccountRow {
  readonly name: string;
  readonly union_id: string;
  readonly domain: string;
  readonly app_id: string;
  /** ISO instant by which the login must have been used again. */
  readonly until: string;
  readonly in_use_by: string | null;
}

/** Every login that is kept; no secret is in it. */
export async function accountList(env: Env): Promise<AccountRow[]> {
  const rows = [];
  for (const { dir, login } of await allLogins(sundownerHome(env))) {
    const { name, union_id, domain, app_id } = login;
    const until = new Date(Math.max(login.access_until, login.refresh_until)).toISOString();
    rows.push({ name, union_id, domain, app_id, until, in_use_by: (await holderOf(dir))?.holder ?? null });
  }
  return rows;
}
