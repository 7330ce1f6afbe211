import path from 'node:path';
import type { TrustedEvent } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { readTextIfAny } from '../batch/files.ts';
import { Journal } from '../batch/journal.ts';
import { LineLog } from '../batch/lines.ts';
import { lockBatch } from '../batch/lock.ts';
import { endLeftover, startMember } from '../agents/member.ts';
import { expandCommand, processPlaces, type Places } from '../agents/places.ts';
import { Supervisor } from '../agents/supervisor.ts';
import { realClock } from '../clock/index.ts';
import { logEvent, type DirectorContext } from '../director/context.ts';
import type { Progress } from '../director/ports.ts';
import { WorldState } from '../director/state.ts';
import { EvidenceCollector } from '../evidence/collector.ts';
import { connectLark } from '../platform/lark/platform.ts';
import type { OpenBatch } from './batch.ts';
import { RuleDecider } from './decider.ts';
import { startLocalPlatform } from './local-platform.ts';
import { assertWorldStands } from './world-state.ts';

export interface SessionOptions {
  readonly progress?: (event: Progress) => void;
  readonly signal?: AbortSignal | undefined;
  /** Port of the embedded platform; any free one by default. */
  readonly port?: number;
  /** What the placeholders of the agent's command stand for; without it there is no `${sundowner}`. */
  readonly places?: Places;
}

/** A batch at work: the platform is up, the journal open, and nobody else writes to the folder. */
export interface Session {
  readonly ctx: DirectorContext;
  readonly identities: Readonly<Record<string, { app_id: string }>>;
  /** Trusted operations so far, oldest first. */
  events(): readonly TrustedEvent[];
  /** Starts the agent under test and waits until it is connected. */
  startAgent(): Promise<void>;
  close(): Promise<void>;
}

/** Longest time that a starting agent may take to open its long connection. */
const CONNECT_SEC = 30;
const MAX_RESTARTS = 5;

export async function openSession(batch: OpenBatch, options: SessionOptions = {}): Promise<Session> {
  const { paths, manifest, world } = batch;
  const { signal } = options;
  if (manifest.platform.kind !== 'local') {
    throw new UsageError(
      `${paths.abs(paths.manifest)}: platform "${manifest.platform.kind}" cannot be driven by this version`,
    );
  }
  const clock = realClock;
  const release = lockBatch(paths.abs(paths.lock));
  const closers: (() => void | Promise<void>)[] = [release];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    endLeftover(paths.abs(paths.agentPid));
    const journal = Journal.open(paths.abs(paths.journal));
    closers.push(() => journal.close());
    assertWorldStands(paths, journal.entries);
    const local = await startLocalPlatform(paths, world, clock, options.port);
    closers.push(() => local.close());
    const zone = /[+-]\d\d:\d\d$/.exec(world.render.kickoff_local)?.[0] ?? '+00:00';
    const platform = await connectLark(local.settings, zone, signal);
    const state = new WorldState(journal.entries);
    let supervisor: Supervisor | undefined;
    const params = world.render.exec_params;
    const ctx: DirectorContext = {
      platform,
      paths,
      journal,
      log: new LineLog(paths.abs(paths.director)),
      world,
      state,
      firstSeq: journal.entries.length,
      params: {
        gate_max_sec: params.gate_max_sec ?? 900,
        observe_every_sec: params.observe_every_sec ?? 0.25,
      },
      clock,
      evidence: new EvidenceCollector({
        platform,
        paths,
        state,
        events: () => local.events(),
        now: () => clock.now(),
      }),
      decider: new RuleDecider(batch),
      agent: {
        get down() {
          return supervisor?.down ?? null;
        },
        get since() {
          return supervisor?.since ?? 0;
        },
      },
      activity: local.activity,
      batchId: `${manifest.batch} ${manifest.created_at}`,
      progress: options.progress ?? (() => undefined),
    };
    const startAgent = async (): Promise<void> => {
      if (supervisor !== undefined) return;
      const agentKey = manifest.agent.key;
      const app = local.agents[agentKey];
      const expanded = expandCommand(manifest.agent.command ?? [], options.places ?? processPlaces());
      const [program, ...args] = expanded.command;
      if (app === undefined || program === undefined) {
        throw new UsageError(`${paths.abs(paths.manifest)}: agent "${agentKey}" has no command to start`);
      }
      const files = { logFile: paths.abs(paths.agentLog), pidFile: paths.abs(paths.agentPid) };
      const spec = {
        command: [program, ...args] as const,
        env: { ...expanded.env, ...manifest.agent.env },
        passEnv: manifest.agent.pass_env ?? [],
      };
      const started = new Supervisor(
        () => startMember(spec, { ...app, domain: local.settings.domain }, files),
        MAX_RESTARTS,
        {
          onEnded: (why, again) => {
            journal.append({
              step: 'agent.process',
              status: 'failed',
              op: 'agent.process',
              agent: agentKey,
              why,
              restarted: again,
            });
            logEvent(ctx, {
              group: '*',
              event: 'agent_ended',
              note: `${why}${again ? '; started again' : '; not started again'}`,
            });
          },
        },
      );
      closers.push(() => started.stop());
      const member = started.start();
      const giveUp = new AbortController();
      const bound = AbortSignal.any([
        giveUp.signal,
        AbortSignal.timeout(CONNECT_SEC * 1000),
        ...(signal === undefined ? [] : [signal]),
      ]);
      const outcome = await Promise.race([
        local.lark.waitForConnection(app.app_id, bound).then(
          () => null,
          () => `has not opened its long connection within ${CONNECT_SEC} s`,
        ),
        member
          .whenEnded(bound)
          .then((why) => why)
          .catch(() => `has not opened its long connection within ${CONNECT_SEC} s`),
      ]);
      giveUp.abort();
      signal?.throwIfAborted();
      if (outcome !== null) {
        await started.stop();
        throw new UsageError(
          `agent "${manifest.agent.name}" (${program} ${args.join(' ')}) ${outcome}; see ${files.logFile}${await tail(files.logFile)}`,
        );
      }
      supervisor = started;
    };
    const identities = Object.fromEntries(
      Object.entries(local.agents).map(([key, app]) => [key, { app_id: app.app_id }]),
    );
    return { ctx, identities, events: () => local.events(), startAgent, close };
  } catch (error) {
    await close();
    throw error;
  }
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
