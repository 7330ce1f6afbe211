import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { WorldPreset } from '../../schemas/index.ts';
import { startMember } from '../agents/member.ts';
import { expandCommand, type Places } from '../agents/places.ts';
import { readTextIfAny } from '../batch/files.ts';
import { startLocalLark } from '../local-lark/index.ts';
import { makeAccounts } from './local-platform.ts';

/** Longest time that a starting agent may take to open its long connection. */
const CONNECT_SEC = 30;

export interface AgentToTry {
  readonly key: string;
  readonly command?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly passEnv?: readonly string[] | undefined;
  readonly world: WorldPreset;
}

/**
 * Starts the agent on an embedded platform of its own, which is thrown away.
 * @returns why it did not connect, as the end of a sentence; null when it did
 */
export async function tryAgent(
  agent: AgentToTry,
  places: Places,
  signal?: AbortSignal,
): Promise<string | null> {
  const home = await mkdtemp(path.join(tmpdir(), 'sundowner-try-'));
  const lark = await startLocalLark();
  const log = path.join(home, 'agent.log');
  try {
    const app = makeAccounts(lark, agent.world).agents[agent.key];
    const expanded = expandCommand(agent.command ?? [], places);
    const [program, ...args] = expanded.command;
    if (app === undefined || program === undefined) return 'has no command';
    const member = startMember(
      { command: [program, ...args], env: { ...expanded.env, ...agent.env }, passEnv: agent.passEnv ?? [] },
      { ...app, domain: lark.domain },
      { logFile: log, pidFile: path.join(home, 'agent.pid') },
    );
    const over = new AbortController();
    const bound = AbortSignal.any([
      over.signal,
      AbortSignal.timeout(CONNECT_SEC * 1000),
      ...(signal === undefined ? [] : [signal]),
    ]);
    try {
      const late = (): string => `has not opened its long connection within ${CONNECT_SEC} s`;
      const why = await Promise.race([
        lark.waitForConnection(app.app_id, bound).then(() => null, late),
        member.whenEnded(bound).catch(late),
      ]);
      signal?.throwIfAborted();
      return why === null ? null : `${why}${await lastLine(log)}`;
    } finally {
      over.abort();
      await member.stop();
    }
  } finally {
    await lark.close();
    await rm(home, { recursive: true, force: true });
  }
}

/** What the agent said last: its log is thrown away with the rest. */
async function lastLine(log: string): Promise<string> {
  const lines = ((await readTextIfAny(log)) ?? '').split('\n').filter((line) => line.trim() !== '');
  return lines.length === 0 ? '' : ` (it said: ${(lines.at(-1) ?? '').trim().slice(0, 300)})`;
}
