import type { EvalStep, ExecBundle, TeamCard } from '../../schemas/index.ts';
import { PlatformError } from '../platform/port.ts';
import { CasePlayer } from './case.ts';
import { logEvent, type DirectorContext } from './context.ts';
import { isAbort } from './effect.ts';
import { SetLocks } from './locks.ts';
import type { CaseNews, CaseRef } from './ports.ts';

export interface Delivery {
  readonly bundles: readonly ExecBundle[];
  readonly cards: ReadonlyMap<string, TeamCard>;
  /** Agent key. */
  readonly agent: string;
}

/** Most times that a case is played when its playing was cut short by a killed director. */
const MAX_ATTEMPTS = 3;

/** Plays the cases: groups in parallel, the cases of a group in the script's order, writers of one asset never at once. */
export async function deliverCases(
  ctx: DirectorContext,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<void> {
  const locks = new SetLocks();
  const total = delivery.bundles.reduce((sum, bundle) => sum + bundle.cases.length, 0);
  let done = 0;
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const runs = delivery.bundles.map(async (bundle) => {
    for (const caseId of bundle.cases) {
      const card = delivery.cards.get(caseId);
      if (card === undefined)
        throw new Error(
          `script/exec-${bundle.group}.json plays case "${caseId}", which the frozen evalset does not have`,
        );
      const steps = bundle.steps.filter((step) => step.case_id === caseId);
      const keys = [
        `group:${bundle.group}`,
        ...(card.cross_group ?? []).map((g) => `group:${g}`),
        ...(card.write_targets ?? []).map((a) => `asset:${a}`),
      ];
      const tell = (news: CaseNews): void =>
        ctx.progress({ phase: 'eval', done, total, case_id: caseId, group: bundle.group, ...news });
      const release = await locks.take([...new Set(keys)].sort(), both);
      try {
        await playUntilWhole(
          ctx,
          { caseId, group: bundle.group, agent: delivery.agent, crossGroups: card.cross_group ?? [] },
          steps,
          keys,
          tell,
          both,
        );
      } finally {
        release();
      }
      done += 1;
      tell({ state: 'done', note: 'done' });
    }
  });
  // One group's fault (a full disk, a broken script) stops the others at a step that can be resumed.
  const results = await Promise.allSettled(
    runs.map((run) =>
      run.catch((error: unknown) => {
        stop.abort(error);
        throw error;
      }),
    ),
  );
  const failed =
    results.find((r): r is PromiseRejectedResult => r.status === 'rejected' && !isAbort(r.reason)) ??
    results.find((r) => r.status === 'rejected');
  if (failed !== undefined) throw failed.reason as Error;
}

/** Plays a case; when a killed director had cut an attempt short and the agent could not answer, plays it again. */
async function playUntilWhole(
  ctx: DirectorContext,
  about: Omit<CaseRef, 'attempt'>,
  steps: readonly EvalStep[],
  locked: readonly string[],
  tell: (news: CaseNews) => void,
  signal: AbortSignal,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const ref = { ...about, attempt };
    const outcome = await playCase(ctx, ref, steps, locked, tell, signal);
    if (outcome !== 'interrupted' || attempt === MAX_ATTEMPTS) return;
  }
}

type CaseOutcome = 'played' | 'env' | 'interrupted';

async function playCase(
  ctx: DirectorContext,
  ref: CaseRef,
  steps: readonly EvalStep[],
  locked: readonly string[],
  tell: (news: CaseNews) => void,
  signal: AbortSignal,
): Promise<CaseOutcome> {
  const step = `eval.case:${ref.caseId}`;
  const ended = ctx.state.done(step, ref.attempt);
  if (ended !== undefined) return ended['outcome'] as CaseOutcome;
  const common = {
    step,
    op: 'case',
    phase: 'eval',
    case_id: ref.caseId,
    group: ref.group,
    ...(ref.attempt > 1 ? { attempt: ref.attempt } : {}),
  };
  tell({ state: 'started', note: ref.attempt > 1 ? `started again, attempt ${ref.attempt}` : 'started' });
  let from = ctx.state.pending(step, ref.attempt)?.ts;
  if (from === undefined) {
    const begun = ctx.journal.append({ ...common, status: 'intent' });
    ctx.state.add(begun);
    from = begun.ts;
    logEvent(ctx, {
      group: ref.group,
      event: 'case_start',
      case_id: ref.caseId,
      note: `锁 ${locked.join(',')}；步数 ${steps.length}`,
    });
  } else {
    logEvent(ctx, { group: ref.group, event: 'case_resumed', case_id: ref.caseId });
  }
  let outcome: CaseOutcome = 'played';
  let env: string | undefined;
  try {
    await new CasePlayer(ctx, ref, steps, from, tell, signal).play();
    if (interrupted(ctx, ref, steps)) outcome = 'interrupted';
  } catch (error) {
    if (isAbort(error) || signal.aborted || !(error instanceof PlatformError)) throw error;
    // The platform's fault, never the agent's: no score, and the next case goes on.
    outcome = 'env';
    env = error.message;
  }
  const record = ctx.journal.append({
    ...common,
    status: 'success',
    outcome,
    from,
    ...(env === undefined ? {} : { env }),
  });
  ctx.state.add(record);
  logEvent(ctx, { group: ref.group, event: 'case_end', case_id: ref.caseId, note: env ?? 'ok' });
  return outcome;
}

function interrupted(ctx: DirectorContext, ref: CaseRef, steps: readonly EvalStep[]): boolean {
  return steps.some((s) => ctx.state.done(`eval.${s.id}`, ref.attempt)?.['interrupted'] === true);
}
