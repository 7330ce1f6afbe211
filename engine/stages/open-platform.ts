import type { TrustedEvent } from '../../schemas/index.ts';
import type { Clock } from '../clock/index.ts';
import type { Activity } from '../director/ports.ts';
import type { Env } from '../platform/lark/accounts/home.ts';
import type { LarkSettings } from '../platform/lark/settings.ts';
import { openTenant } from '../platform/lark/tenant/tenant.ts';
import type { OpenBatch } from './batch.ts';
import { startLocalPlatform, type LocalPlatform } from './local-platform.ts';
import { platformOfBatch } from './platform-choice.ts';

/** The platform of a batch, whichever it is: what differs between an embedded and a real Lark ends here. */
export interface OpenPlatform {
  readonly settings: LarkSettings;
  /** By agent key; without its secret an agent cannot be started here: it has to be running already. */
  readonly agents: Readonly<Record<string, { readonly app_id: string; readonly app_secret: string | null }>>;
  /** The embedded platform; null on a tenant, where nobody but the platform itself records operations. */
  readonly local: LocalPlatform | null;
  /** What happens there, for the gates; null where it cannot be seen: they look again and again. */
  readonly activity: Activity | null;
  /** Trusted operations so far, oldest first; none where nobody records them. */
  events(): readonly TrustedEvent[];
  /** Resolves when an agent's bot has its long connection; at once where that cannot be seen: the canary tells. */
  whenConnected(app_id: string, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface OpenPlatformOptions {
  /** Port of the embedded platform; any free one by default. */
  readonly port?: number | undefined;
  /** Where a tenant's settings stand now, when not where the batch found them. */
  readonly platform?: string | undefined;
  /** Where secrets are looked up. */
  readonly env?: Env | undefined;
  /** How long to wait for accounts that another run has, ms. */
  readonly waitForAccountsMs?: number | undefined;
  readonly note?: ((text: string) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** @throws UsageError for settings, secrets, logins or accounts that are not there */
export async function openPlatform(
  batch: OpenBatch,
  clock: Clock,
  options: OpenPlatformOptions = {},
): Promise<OpenPlatform> {
  if (batch.manifest.platform.kind === 'local') {
    const local = await startLocalPlatform(
      batch.paths,
      batch.world,
      clock,
      options.port,
      batch.manifest.platform.faults,
    );
    return {
      settings: local.settings,
      agents: local.agents,
      local,
      activity: local.activity,
      events: () => local.events(),
      whenConnected: (app, signal) => local.lark.waitForConnection(app, signal),
      close: () => local.close(),
    };
  }
  const env = options.env ?? {};
  const tenant = await openTenant(await platformOfBatch(batch, env, options.platform), batch.world, {
    env,
    now: () => clock.now(),
    wait: (ms, s) => clock.wait(ms, s),
    holder: `batch ${batch.paths.root}`,
    waitMs: options.waitForAccountsMs ?? 0,
    waiting: (what, by) => options.note?.(`waiting for the account of ${what}: ${by.holder} has it`),
    signal: options.signal,
  });
  return {
    settings: tenant.settings,
    agents: tenant.agents,
    local: null,
    activity: null,
    events: () => [],
    whenConnected: () => Promise.resolve(),
    close: () => tenant.close(),
  };
}
