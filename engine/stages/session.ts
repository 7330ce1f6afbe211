import type { TrustedEvent } from '../../schemas/index.ts';
import { Journal, readJournal } from '../batch/journal.ts';
import { LineLog } from '../batch/lines.ts';
import { lockBatch } from '../batch/lock.ts';
import { endLeftover } from '../agents/member.ts';
import type { Places } from '../agents/places.ts';
import { realClock, VirtualClock, type Clock } from '../clock/index.ts';
import type { DirectorContext } from '../director/context.ts';
import type { Progress } from '../director/ports.ts';
import { WorldState } from '../director/state.ts';
import type { Purse } from '../budget/index.ts';
import { EvidenceCollector } from '../evidence/collector.ts';
import { connectLark } from '../platform/lark/platform.ts';
import { RUNNING_ELSEWHERE, startAgentProcess, type RunningAgent } from './agent-process.ts';
import type { OpenBatch } from './batch.ts';
import { GATE_MAX_SEC } from './budget-terms.ts';
import { personAsker } from './ask-person.ts';
import { Decider, type DeciderOptions } from './decider.ts';
import { openPlatform, type OpenPlatformOptions } from './open-platform.ts';
import { plantInJournal } from './plant-canaries.ts';
import { startRehearsal } from './rehearse.ts';
import { assertWorldStands } from './world-state.ts';

export interface SessionOptions extends OpenPlatformOptions {
  readonly progress?: (event: Progress) => void;
  /** On the virtual clock: how long the batch is taken to have lain since it was stopped, s. */
  readonly idleSec?: number;
  /** Decides conditional lines that no rule can decide. */
  readonly conditionModel?: DeciderOptions['model'];
  /** How long a person may take to decide what neither rule nor model can, s; absent: nobody is asked. */
  readonly askSec?: number;
  /** What the batch may use; absent: whatever it needs. */
  readonly purse?: Purse | undefined;
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

export async function openSession(batch: OpenBatch, options: SessionOptions = {}): Promise<Session> {
  const { paths, manifest, world } = batch;
  const { signal } = options;
  const lock = lockBatch(paths.abs(paths.lock));
  const closers: (() => void | Promise<void>)[] = [() => lock.release()];
  const close = async (): Promise<void> => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    endLeftover(paths.abs(paths.agentPid));
    const clock = clockOf(batch, options.idleSec);
    const journal = Journal.open(
      paths.abs(paths.journal),
      () => new Date(clock.now()),
      () => lock.assertHeld(),
    );
    closers.push(() => journal.close());
    assertWorldStands(paths, journal.entries);
    const opened = await openPlatform(batch, clock, options);
    closers.push(() => opened.close());
    // What a killed director did last may stand on the platform alone.
    if (clock instanceof VirtualClock) clock.atLeast(Date.parse(opened.events().at(-1)?.ts ?? '') || 0);
    const zone = /[+-]\d\d:\d\d$/.exec(world.render.kickoff_local)?.[0] ?? '+00:00';
    const platform = await connectLark(opened.settings, zone, signal, {
      wait: (ms, stop) => clock.wait(ms, stop),
    });
    const state = new WorldState(journal.entries);
    await plantInJournal(journal, paths);
    options.purse?.attach(journal.entries, () => clock.now());
    let agent: RunningAgent | undefined;
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
        gate_max_sec: params.gate_max_sec ?? GATE_MAX_SEC,
        observe_every_sec: params.observe_every_sec ?? 0.25,
      },
      clock,
      evidence: new EvidenceCollector({
        platform,
        paths,
        state,
        events: () => opened.events(),
        recorded: opened.local !== null,
        now: () => clock.now(),
      }),
      decider: new Decider(batch, {
        ...(options.conditionModel === undefined ? {} : { model: options.conditionModel }),
        ...(options.askSec === undefined ? {} : { person: personAsker(paths, clock, options.askSec) }),
      }),
      agent: {
        get down() {
          return agent?.down ?? null;
        },
        get whenDown() {
          return agent?.whenDown;
        },
        get since() {
          return agent?.since ?? 0;
        },
        get elsewhere() {
          return agent?.elsewhere ?? false;
        },
        get durable() {
          return agent?.durable ?? false;
        },
      },
      activity: opened.activity,
      budget: options.purse ?? null,
      batchId: `${manifest.batch} ${manifest.created_at}`,
      progress: options.progress ?? (() => undefined),
    };
    const startAgent = async (): Promise<void> => {
      if (agent !== undefined) return;
      agent =
        manifest.agent.driver === 'rehearsal'
          ? await startRehearsal(batch, opened.local, ctx, zone)
          : opened.local === null && manifest.agent.command === undefined
            ? RUNNING_ELSEWHERE
            : await startAgentProcess(batch, opened, ctx, options.places, options.purse, signal);
      const started = agent;
      closers.push(() => started.stop());
    };
    const identities = Object.fromEntries(
      Object.entries(opened.agents).map(([key, app]) => [key, { app_id: app.app_id }]),
    );
    return { ctx, identities, events: () => opened.events(), startAgent, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The clock that the batch is played on. A virtual one goes on from the last line of the journal. */
function clockOf({ manifest, paths, world }: OpenBatch, idleSec = 0): Clock {
  if (manifest.clock !== 'virtual') return realClock;
  const last = readJournal(paths.abs(paths.journal)).entries.at(-1)?.ts;
  return new VirtualClock(Date.parse(last ?? world.render.kickoff_local) + idleSec * 1000);
}
