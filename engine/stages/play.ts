import type { TeamCard } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { SESSION_START, type SessionEnd } from '../batch/history.ts';
import type { Journal } from '../batch/journal.ts';
import { PLAYED, type Purse } from '../budget/index.ts';
import { admitAgent } from '../director/cast.ts';
import { logEvent } from '../director/context.ts';
import { deliverCases, type CaseNeeds } from '../director/deliver.ts';
import { isAbort } from '../director/effect.ts';
import type { LeftOut } from '../director/ports.ts';
import { buildWorld } from '../director/world.ts';
import type { OpenBatch } from './batch.ts';
import { openPurse, tellLeftOut } from './budget.ts';
import { judgesOfBatch } from './judge-plan.ts';
import type { LiveScoring } from './live.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';

export type PlayPhase = 'world' | 'cast' | 'eval';

export interface PlayOptions extends SessionOptions {
  /** Scores each case as soon as it is over. */
  readonly live?: LiveScoring | undefined;
  /** Locks verification groups too, as the first version did; to compare with. */
  readonly lockVerification?: boolean;
}

/**
 * Runs the given phases in one session. Each passes over what its journal says is done.
 * @returns cases that the budget left out
 */
export async function playBatch(
  batch: OpenBatch,
  phases: readonly PlayPhase[],
  options: PlayOptions = {},
): Promise<readonly LeftOut[]> {
  const purse = options.purse ?? (await ownPurse(batch, options));
  const session = await openSession(batch, {
    ...options,
    purse,
    progress: (event) => {
      options.progress?.(event);
      if (event.phase === 'eval' && event.state === 'done')
        options.live?.over(event.case_id, { state: session.ctx.state, events: session.events() });
    },
  });
  const { ctx } = session;
  let end: { readonly event: SessionEnd; readonly note?: string } = { event: 'session_done' };
  let leftOut: readonly LeftOut[] = [];
  try {
    logEvent(ctx, { group: '*', event: SESSION_START, note: phases.join(' ') });
    for (const phase of phases) {
      // Whoever builds and admits is at work; the cases have workers of their own.
      const leave = phase === 'eval' ? undefined : ctx.clock.enter();
      try {
        leftOut = await runPhase(batch, session, phase, {
          ...options,
          ...(purse === undefined ? {} : { purse }),
        });
      } finally {
        leave?.();
      }
    }
  } catch (error) {
    const stopped = options.signal?.aborted === true || isAbort(error);
    end = stopped ? { event: 'session_stopped' } : { event: 'session_failed', note: firstLine(error) };
    throw error;
  } finally {
    try {
      logEvent(ctx, { group: '*', ...end });
    } finally {
      // Stopped or not: what was played gets its verdict while the batch is still ours.
      await options.live?.idle();
      await session.close();
    }
  }
  return leftOut;
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

/** Of a stage that is run alone. */
async function ownPurse(batch: OpenBatch, { askSec }: PlayOptions): Promise<Purse | undefined> {
  return batch.manifest.budget === undefined
    ? undefined
    : openPurse(batch, await judgesOfBatch(batch), { askSec });
}

async function runPhase(
  batch: OpenBatch,
  session: Session,
  phase: PlayPhase,
  { signal, lockVerification = false, purse }: PlayOptions,
): Promise<LeftOut[]> {
  const { ctx } = session;
  if (phase === 'world') {
    await buildWorld(ctx, signal);
    return [];
  }
  requireDone(batch, session, 'preset', 'world');
  if (phase === 'cast') {
    // An agent may take its time to start.
    const total = batch.world.phases?.cast?.length ?? 0;
    ctx.progress({ phase: 'cast', done: 0, total, note: 'starting the agent' });
    await session.startAgent();
    await admitAgent(ctx, session.identities, signal);
    return [];
  }
  requireDone(batch, session, 'cast', 'cast');
  await session.startAgent();
  const delivery = {
    bundles: batch.execBundles,
    cards: new Map<string, TeamCard>(batch.evalset.cards.map((c) => [c.value.case_id, c.value])),
    agent: batch.manifest.agent.key,
    needs: needsOf(batch),
    lockVerification,
  };
  const deliver = (): Promise<LeftOut[]> => deliverCases(ctx, delivery, signal);
  const leftOut = purse === undefined ? await deliver() : await timed(ctx.journal, deliver);
  await tellLeftOut(batch, leftOut);
  return leftOut;
}

/** Journals from when to when cases are played: a budget of time counts that over all sessions. */
async function timed<T>(journal: Journal, play: () => Promise<T>): Promise<T> {
  const about = { step: 'eval.time', op: PLAYED, phase: 'eval' };
  journal.append({ ...about, status: 'intent' });
  try {
    return await play();
  } finally {
    journal.append({ ...about, status: 'success' });
  }
}

/** What the dependencies ask for: cases that come first, and groups to be alone in. */
function needsOf(batch: OpenBatch): Map<string, CaseNeeds> {
  const entries = Object.entries(batch.evalset.deps?.value.cases ?? {});
  return new Map(
    entries.map(([id, { depends_on: after = [], locks = [] }]) => [id, { after, locks }] as const),
  );
}

function requireDone(batch: OpenBatch, session: Session, phase: 'preset' | 'cast', command: string): void {
  const missing = (batch.world.phases?.[phase] ?? []).find(
    (step) => session.ctx.state.done(`${phase}.${step.id}`) === undefined,
  );
  if (missing !== undefined) {
    throw new UsageError(
      `${batch.paths.root}: step ${missing.id} has not been done; run \`sundowner ${command} ${batch.paths.root}\` first`,
    );
  }
}
