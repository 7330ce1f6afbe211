import type { TeamCard } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { SESSION, type SessionEnd } from '../batch/history.ts';
import { admitAgent } from '../director/cast.ts';
import { logEvent } from '../director/context.ts';
import { deliverCases, type CaseNeeds } from '../director/deliver.ts';
import { isAbort } from '../director/effect.ts';
import { buildWorld } from '../director/world.ts';
import type { OpenBatch } from './batch.ts';
import type { LiveScoring } from './live.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';

export type PlayPhase = 'world' | 'cast' | 'eval';

export interface PlayOptions extends SessionOptions {
  /** Scores each case as soon as it is over. */
  readonly live?: LiveScoring | undefined;
  /** Locks verification groups too, as the first version did; to compare with. */
  readonly lockVerification?: boolean;
}

/** Runs the given phases in one session. Each passes over what its journal says is done. */
export async function playBatch(
  batch: OpenBatch,
  phases: readonly PlayPhase[],
  options: PlayOptions = {},
): Promise<void> {
  const session = await openSession(batch, {
    ...options,
    progress: (event) => {
      options.progress?.(event);
      if (event.phase === 'eval' && event.state === 'done')
        options.live?.over(event.case_id, { state: session.ctx.state, events: session.events() });
    },
  });
  const { ctx } = session;
  logEvent(ctx, { group: '*', event: SESSION.start, note: phases.join(' ') });
  let end: SessionEnd = 'done';
  try {
    for (const phase of phases) {
      // Whoever builds and admits is at work; the cases have workers of their own.
      const leave = phase === 'eval' ? undefined : ctx.clock.enter();
      try {
        await runPhase(batch, session, phase, options);
      } finally {
        leave?.();
      }
    }
  } catch (error) {
    end = options.signal?.aborted === true || isAbort(error) ? 'stopped' : `failed: ${firstLine(error)}`;
    throw error;
  } finally {
    logEvent(ctx, { group: '*', event: SESSION.end, note: end });
    // Stopped or not: what was played gets its verdict while the batch is still ours.
    await options.live?.idle();
    await session.close();
  }
}

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? '';

async function runPhase(
  batch: OpenBatch,
  session: Session,
  phase: PlayPhase,
  { signal, lockVerification = false }: PlayOptions,
): Promise<void> {
  const { ctx } = session;
  if (phase === 'world') {
    await buildWorld(ctx, signal);
    return;
  }
  requireDone(batch, session, 'preset', 'world');
  if (phase === 'cast') {
    // An agent may take its time to start.
    const total = batch.world.phases?.cast?.length ?? 0;
    ctx.progress({ phase: 'cast', done: 0, total, note: 'starting the agent' });
    await session.startAgent();
    await admitAgent(ctx, session.identities, signal);
    return;
  }
  requireDone(batch, session, 'cast', 'cast');
  await session.startAgent();
  await deliverCases(
    ctx,
    {
      bundles: batch.execBundles,
      cards: new Map<string, TeamCard>(batch.evalset.cards.map((c) => [c.value.case_id, c.value])),
      agent: batch.manifest.agent.key,
      needs: needsOf(batch),
      lockVerification,
    },
    signal,
  );
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
