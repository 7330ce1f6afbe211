import type { TeamCard } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { admitAgent } from '../director/cast.ts';
import { deliverCases } from '../director/deliver.ts';
import { buildWorld } from '../director/world.ts';
import type { OpenBatch } from './batch.ts';
import { openSession, type Session, type SessionOptions } from './session.ts';

export type PlayPhase = 'world' | 'cast' | 'eval';

/** Runs the given phases in one session. Each passes over what its journal says is done. */
export async function playBatch(
  batch: OpenBatch,
  phases: readonly PlayPhase[],
  options: SessionOptions = {},
): Promise<void> {
  const session = await openSession(batch, options);
  try {
    for (const phase of phases) await runPhase(batch, session, phase, options.signal);
  } finally {
    await session.close();
  }
}

async function runPhase(
  batch: OpenBatch,
  session: Session,
  phase: PlayPhase,
  signal?: AbortSignal,
): Promise<void> {
  const { ctx } = session;
  if (phase === 'world') {
    await buildWorld(ctx, signal);
    return;
  }
  requireDone(batch, session, 'preset', 'world');
  if (phase === 'cast') {
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
    },
    signal,
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
