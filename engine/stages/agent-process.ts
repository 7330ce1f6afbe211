import path from 'node:path';
import { startMember } from '../agents/member.ts';
import { expandCommand, processPlaces, type Places } from '../agents/places.ts';
import { Supervisor } from '../agents/supervisor.ts';
import { UsageError } from '../batch/errors.ts';
import { readTextIfAny } from '../batch/files.ts';
import { assertSameProgram } from './agent-program.ts';
import { logEvent, type DirectorContext } from '../director/context.ts';
import type { AgentState } from '../director/ports.ts';
import type { Purse } from '../budget/index.ts';
import type { OpenBatch } from './batch.ts';
import { sandboxOf } from './isolation.ts';
import type { OpenPlatform } from './open-platform.ts';

/** An agent under test that runs. */
export interface RunningAgent extends AgentState {
  stop(): Promise<void>;
}

/** A bot that somebody else runs, on a tenant: whether it is there the canary tells. */
export const RUNNING_ELSEWHERE: RunningAgent = {
  down: null,
  since: 0,
  durable: true,
  elsewhere: true,
  stop: () => Promise.resolve(),
};

/** Longest time that a starting agent may take to open its long connection. */
const CONNECT_SEC = 30;
const MAX_RESTARTS = 5;
const SANDBOX_HINT =
  '\nIt ran in a sandbox: name further files that it reads as `sandbox: { read: […] }` of its definition, or use --no-sandbox.';

/**
 * Starts the agent's bot in a process of its own and waits until it is connected.
 * @throws UsageError with the end of its log when it does not connect
 */
export async function startAgentProcess(
  batch: OpenBatch,
  platform: OpenPlatform,
  ctx: DirectorContext,
  places: Places = processPlaces(),
  purse?: Purse,
  signal?: AbortSignal,
): Promise<RunningAgent> {
  const { paths, manifest } = batch;
  const { key } = manifest.agent;
  const app = platform.agents[key];
  const expanded = expandCommand(manifest.agent.command ?? [], places);
  const [program, ...args] = expanded.command;
  if (app === undefined || program === undefined) {
    throw new UsageError(`${paths.abs(paths.manifest)}: agent "${key}" has no command to start`);
  }
  const { app_id, app_secret } = app;
  if (app_secret === null) {
    throw new UsageError(
      `agent "${key}" has a command, but the secret of its bot ${app_id} is not here; set LARK_APP_SECRET_${app_id} (or the secret_env of its settings), or leave the command out when the bot is already running`,
    );
  }
  await assertSameProgram(ctx, key, [program, ...args], paths.abs(paths.manifest));
  const collect = (file: string, ended: boolean): void => {
    for (const line of purse?.reports.collect(file, ended) ?? [])
      logEvent(ctx, { group: '*', event: 'agent_usage_refused', note: line });
  };
  const files = {
    logFile: paths.abs(paths.agentLog),
    pidFile: paths.abs(paths.agentPid),
    onLeaving: ({ usageFile }: { readonly usageFile: string }) => collect(usageFile, true),
  };
  const spec = {
    command: [program, ...args] as const,
    env: { ...expanded.env, ...manifest.agent.env },
    passEnv: manifest.agent.pass_env ?? [],
  };
  const sandbox = await sandboxOf(manifest, paths, expanded, places, signal);
  const supervisor = new Supervisor(
    () => startMember(spec, { app_id, app_secret, domain: platform.settings.domain }, files, sandbox),
    MAX_RESTARTS,
    { onEnded: (why, again) => tellEnded(ctx, key, why, again) },
  );
  purse?.reportsBy(() => {
    if (supervisor.member?.ended === null) collect(supervisor.member.usageFile, false);
  });
  const late = `has not opened its long connection within ${CONNECT_SEC} s`;
  const member = supervisor.start();
  const giveUp = new AbortController();
  const bound = AbortSignal.any([
    giveUp.signal,
    AbortSignal.timeout(CONNECT_SEC * 1000),
    ...(signal === undefined ? [] : [signal]),
  ]);
  const fault = await Promise.race([
    platform.whenConnected(app_id, bound).then(
      () => null,
      () => late,
    ),
    member.whenEnded(bound).catch(() => late),
  ]);
  giveUp.abort();
  if (fault !== null) {
    await supervisor.stop();
    signal?.throwIfAborted();
    throw new UsageError(
      `agent "${manifest.agent.name}" (${program} ${args.join(' ')}) ${fault}; see ${files.logFile}${await tail(files.logFile)}${sandbox === undefined ? '' : SANDBOX_HINT}`,
    );
  }
  return {
    get down() {
      return supervisor.down;
    },
    whenDown: (stop) => supervisor.whenDown(stop),
    get since() {
      return supervisor.since;
    },
    durable: false,
    elsewhere: false,
    stop: () => supervisor.stop(),
  };
}

function tellEnded(ctx: DirectorContext, agent: string, why: string, again: boolean): void {
  const about = { step: 'agent.process', status: 'failed', op: 'agent.process' } as const;
  ctx.journal.append({ ...about, agent, why, restarted: again });
  logEvent(ctx, {
    group: '*',
    event: 'agent_ended',
    note: `${why}${again ? '; started again' : '; not started again'}`,
  });
}

/** The last lines of the agent's own log, for a person who looks for the fault. */
async function tail(file: string): Promise<string> {
  const text = (await readTextIfAny(path.resolve(file))) ?? '';
  const lines = text
    .trimEnd()
    .split('\n')
    .slice(-5)
    .filter((line) => line !== '');
  return lines.length === 0 ? '' : `\n${lines.map((line) => `  | ${line}`).join('\n')}`;
}
