import type { EvalStep, ExecBundle, TeamCard } from '../../schemas/index.ts';
import { PlatformError } from '../platform/port.ts';
import { playSteps } from './case.ts';
import { logEvent, type DirectorContext } from './context.ts';
import { Dialogue } from './dialogue.ts';
import { isAbort } from './effect.ts';
import { Ended } from './ended.ts';
import { Leases, type Lease } from './leases.ts';
import { MinuteMissed } from './minute.ts';
import type { CaseNews, CaseRef } from './ports.ts';

export interface Delivery {
  readonly bundles: readonly ExecBundle[];
  readonly cards: ReadonlyMap<string, TeamCard>;
  /** Agent key. */
  readonly agent: string;
  /** What a case needs of others, by case id. */
  readonly needs?: ReadonlyMap<string, CaseNeeds>;
  /** Locks verification groups too, as the first version did; to compare with. */
  readonly lockVerification?: boolean;
}

export interface CaseNeeds {
  /** Cases that must have ended before. */
  readonly after: readonly string[];
  /** Groups that nobody else may work in meanwhile, beside the case's own. */
  readonly locks: readonly string[];
}

/** Most times that a case is played when its playing was cut short: each needs a director that was killed. */
const MAX_ATTEMPTS = 20;

/**
 * Plays the cases: groups in parallel, the cases of a group in the script's order. A case locks its own group, the
 * assets that it writes, and what its dependencies ask for; it waits for the cases that it depends on.
 */
export async function deliverCases(
  ctx: DirectorContext,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<void> {
  const leases = new Leases(ctx.state.lastFence);
  const ended = new Ended(delivery.bundles.flatMap((bundle) => bundle.cases));
  const total = delivery.bundles.reduce((sum, bundle) => sum + bundle.cases.length, 0);
  let done = 0;
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  const one = async (bundle: ExecBundle, caseId: string): Promise<void> => {
    const job = jobOf(delivery, bundle, caseId);
    const tell = (news: CaseNews): void =>
      ctx.progress({ phase: 'eval', done, total, case_id: caseId, group: bundle.group, ...news });
    await ctx.clock.idle(ended.all(job.after, both));
    const lease = await ctx.clock.idle(leases.take(job.keys, both));
    try {
      await playUntilWhole({ ctx, about: job.about, steps: job.steps, lease, tell, signal: both });
    } finally {
      lease.release();
    }
    done += 1;
    ended.add(caseId);
    tell({ state: 'done', note: 'done' });
  };
  const runs = delivery.bundles.map(async (bundle) => {
    const leave = ctx.clock.enter();
    try {
      for (const caseId of bundle.cases) await one(bundle, caseId);
    } finally {
      leave();
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

interface Job {
  readonly about: Omit<CaseRef, 'attempt'>;
  readonly steps: readonly EvalStep[];
  readonly after: readonly string[];
  readonly keys: readonly string[];
}

function jobOf(delivery: Delivery, bundle: ExecBundle, caseId: string): Job {
  const card = delivery.cards.get(caseId);
  if (card === undefined)
    throw new Error(
      `script/exec-${bundle.group}.json plays case "${caseId}", which the frozen evalset does not have`,
    );
  const steps = bundle.steps.filter((step) => step.case_id === caseId);
  const direct = [...new Set(steps.flatMap((step) => (step.op === 'dm' ? [step.actor] : [])))];
  const needs = delivery.needs?.get(caseId);
  const crossGroups = card.cross_group ?? [];
  const groups = [...(needs?.locks ?? []), ...(delivery.lockVerification === true ? crossGroups : [])];
  return {
    about: {
      caseId,
      group: bundle.group,
      agent: delivery.agent,
      crossGroups,
      ...(direct.length === 0 ? {} : { direct }),
    },
    steps,
    after: needs?.after ?? [],
    keys: [
      `group:${bundle.group}`,
      ...groups.map((key) => `group:${key}`),
      ...(card.write_targets ?? []).map((key) => `asset:${key}`),
      ...direct.map((key) => `direct:${key}`),
    ],
  };
}

interface Playing {
  readonly ctx: DirectorContext;
  readonly about: Omit<CaseRef, 'attempt'>;
  readonly steps: readonly EvalStep[];
  readonly lease: Lease;
  readonly tell: (news: CaseNews) => void;
  readonly signal: AbortSignal;
}

/** Plays a case; when a killed director had cut an attempt short and the agent could not answer, plays it again. */
async function playUntilWhole(playing: Playing): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await playCase(playing, { ...playing.about, attempt });
    if (outcome !== 'interrupted' || attempt === MAX_ATTEMPTS) return;
  }
}

type CaseOutcome = 'played' | 'env' | 'interrupted';

async function playCase(playing: Playing, ref: CaseRef): Promise<CaseOutcome> {
  const { ctx, steps, lease, tell, signal } = playing;
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
  const from = begin(playing, ref, common);
  let outcome: CaseOutcome = 'played';
  let env: string | undefined;
  try {
    const agentName = ctx.world.team_agents.find((a) => a.key === ref.agent)?.name ?? ref.agent;
    await playSteps({ ctx, ref, steps, from, dialogue: new Dialogue(ref), agentName, lease, tell, signal });
    if (interrupted(ctx, ref, steps)) outcome = 'interrupted';
  } catch (error) {
    if (isAbort(error) || signal.aborted) throw error;
    if (!(error instanceof PlatformError || error instanceof MinuteMissed)) throw error;
    // The platform's or the schedule's fault, never the agent's: no score, and the next case goes on.
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

/** Journals that the playing begins, or goes on; returns the instant at which it began. */
function begin({ ctx, steps, lease }: Playing, ref: CaseRef, common: { step: string }): string {
  const { group, caseId } = ref;
  const pending = ctx.state.pending(common.step, ref.attempt);
  const held = { fence: lease.fence, locks: lease.keys };
  if (pending === undefined) {
    const begun = ctx.journal.append({ ...common, status: 'intent', ...held });
    ctx.state.add(begun);
    const note = `锁 ${lease.keys.join(',')}；步数 ${steps.length}`;
    logEvent(ctx, { group, event: 'case_start', case_id: caseId, note });
    return begun.ts;
  }
  const about = { ...common, op: 'lease', step: `eval.lease:${caseId}` };
  ctx.state.add(ctx.journal.append({ ...about, status: 'success', ...held }));
  logEvent(ctx, { group, event: 'case_resumed', case_id: caseId });
  return pending.ts;
}

function interrupted(ctx: DirectorContext, ref: CaseRef, steps: readonly EvalStep[]): boolean {
  return steps.some((s) => ctx.state.done(`eval.${s.id}`, ref.attempt)?.['interrupted'] === true);
}
