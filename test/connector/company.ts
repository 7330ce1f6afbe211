import { MACHINE_CLOCK } from '../../engine/local-lark/core/clock.ts';
import { startLocalLark, type AppIdentity, type LocalLark } from '../../engine/local-lark/index.ts';
import { connectLark } from '../../engine/platform/lark/platform.ts';
import type { LarkSettings } from '../../engine/platform/lark/settings.ts';
import type { Platform } from '../../engine/platform/port.ts';

/** A platform with two people and an agent, and the connector as the director has it. */
export interface Company {
  readonly lark: LocalLark;
  readonly platform: Platform;
  readonly settings: LarkSettings;
  readonly operator: AppIdentity;
  readonly bot: AppIdentity;
  /** The operator's open_id of a person, by actor key. */
  openId(actor: 'ann' | 'bob'): string;
}

/** Runs a test in a company and closes it. @param now ms; default: the clock of the machine */
export async function inCompany(
  test: (company: Company) => Promise<void>,
  now?: () => number,
): Promise<void> {
  const lark = await startLocalLark(now === undefined ? {} : { clock: { ...MACHINE_CLOCK, now } });
  try {
    const operator = lark.createApp('operator', { name: 'Operator' });
    const bot = lark.createApp('bot', { name: 'Bot' });
    const actors = {
      ann: lark.createUser('ann', { name: 'Ann' }),
      bob: lark.createUser('bob', { name: 'Bob' }),
    };
    const settings: LarkSettings = {
      kind: 'local',
      domain: lark.domain,
      operator,
      actors,
      agents: { bot: { app_id: bot.app_id, open_id: lark.openId(operator.app_id, bot.app_id) } },
      group_interval_ms: 0,
      timeout_ms: 10_000,
    };
    const platform = await connectLark(settings, '+08:00');
    await test({
      lark,
      platform,
      settings,
      operator,
      bot,
      openId: (actor) => lark.openId(operator.app_id, actors[actor].union_id),
    });
  } finally {
    await lark.close();
  }
}
