import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  lookInto,
  startLocalLark,
  type FaultRule,
  type InjectedFault,
  type LookedMessage,
} from '../../engine/local-lark/index.ts';
import { connectLark } from '../../engine/platform/lark/platform.ts';
import type { RepeatPolicy } from '../../engine/platform/lark/call.ts';
import type { Platform } from '../../engine/platform/port.ts';

export interface FaultyCompany {
  readonly platform: Platform;
  readonly faults: readonly InjectedFault[];
  /** What Ann can see: groups with their members and messages, documents and tables that she may read. */
  readonly seenByAnn: () => Promise<unknown>;
}

/** Tries follow at once. */
const QUICK: Partial<RepeatPolicy> = { minTimeout: 1, maxTimeout: 2 };

/** Runs a test with the connector on a platform of two people and an agent that makes these faults. */
export async function inFaultyCompany<T>(
  rules: readonly FaultRule[],
  test: (company: FaultyCompany) => Promise<T>,
  repeat: Partial<RepeatPolicy> = {},
  connecting: { readonly signal?: AbortSignal; readonly onFault?: (fault: InjectedFault) => void } = {},
): Promise<T> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'sundowner-faults-'));
  const stateFile = path.join(dir, 'state.jsonl');
  const faults: InjectedFault[] = [];
  const onFault = (fault: InjectedFault): void => {
    faults.push(fault);
    connecting.onFault?.(fault);
  };
  const lark = await startLocalLark({
    stateFile,
    faults: { plan: { seed: 1, rules }, onFault },
  });
  try {
    const operator = lark.createApp('operator', { name: 'Operator' });
    const bot = lark.createApp('bot', { name: 'Bot' });
    const ann = lark.createUser('ann', { name: 'Ann' });
    const bob = lark.createUser('bob', { name: 'Bob' });
    const settings = {
      kind: 'local',
      domain: lark.domain,
      operator,
      actors: { ann, bob },
      agents: { bot: { app_id: bot.app_id, open_id: lark.openId(operator.app_id, bot.app_id) } },
      group_interval_ms: 0,
      timeout_ms: 10_000,
    } as const;
    const platform = await connectLark(settings, '+08:00', connecting.signal, { ...QUICK, ...repeat });
    const mayRead = async (where: string): Promise<boolean> => {
      for (;;) {
        const headers = { authorization: `Bearer ${ann.access_token}` };
        const answer = await fetch(`${lark.domain}/open-apis/${where}`, { headers }).catch(() => null);
        const body: unknown = await answer?.json().catch(() => null);
        // Ann, too, may meet a fault: what is neither data nor a refusal is asked again.
        if (isBody(body) && body.code === 0) return true;
        if (isBody(body) && (answer?.status === 403 || body.code === 1254302)) return false;
      }
    };
    return await test({
      platform,
      faults,
      seenByAnn: async () => {
        const world = lookInto(stateFile);
        const documents = [];
        for (const { token, title, markdown } of world.documents)
          if (await mayRead(`docx/v1/documents/${token}`)) documents.push({ title, markdown });
        const bases = [];
        for (const { token, title, tables } of world.bases)
          if (await mayRead(`bitable/v1/apps/${token}/tables`)) bases.push({ title, tables });
        const chats = world.chats.map(({ name, members, threads }) => ({
          name,
          members: members.map((m) => m.name),
          threads: threads.map((thread) => thread.map(shown)),
        }));
        return { chats, documents, bases };
      },
    });
  } finally {
    await lark.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

const isBody = (value: unknown): value is { code: number } =>
  typeof value === 'object' && value !== null && 'code' in value && typeof value.code === 'number';

/** A message without its ids: documents are linked by tokens that differ from run to run. */
const shown = ({ sender, msg_type, content }: LookedMessage): string =>
  msg_type === 'system' ? 'system' : `${sender.name}: ${content}`;
