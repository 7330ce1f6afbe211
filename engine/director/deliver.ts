import { setMaxListeners } from 'node:events';
import type { EvalStep, ExecBundle, TeamCard } from '../../schemas/index.ts';
import { PlatformError } from '../platform/port.ts';
import { playSteps } from './case.ts';
import { logEvent, type DirectorContext } from './context.ts';
import { Dialogue } from './dialogue.ts';
import { isAbort } from './effect.ts';
import { Ended } from './ended.ts';
import { Leases, type Lease } from './leases.ts';
import { MinuteMissed } from './minute.ts';
import type { CaseNews, CaseRef, LeftOut, NoRoom } from './ports.ts';
import { whenThereIsRoom } from './room.ts';

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
 * assets that it writes, and what its dependencies ask for; it waits for the cases that it depends on, and for room in
 * the budget.
 * @returns the cases that the budget left out: they have no attempt, and a later session may play them
 */
export async function deliverCases(
  ctx: DirectorContext,
  delivery: Delivery,
  signal?: AbortSignal,
): Promise<LeftOut[]> {
  const leases = new Leases(ctx.state.lastFence);
  const leftOut: LeftOut[] = [];
  const leaveOut = (group: string, case_id: string, { why, limit }: NoRoom): void => {
    const about = { step: `eval.budget:${case_id}`, status: 'skipped', op: 'budget', phase: 'eval' } as const;
    ctx.journal.append({ ...about, case_id, group, why, limit });
    logEvent(ctx, { group, event: 'case_not_begun', case_id, note: why });
    leftOut.push({ case_id, why, ...(limit === undefined ? {} : { limit }) });
    ended.leaveOut(case_id);
  };
  const ended = new Ended(delivery.bundles.flatMap((bundle) => bundle.cases));
  const total = delivery.bundles.reduce((sum, bundle) => sum + bundle.cases.length, 0);
  let done = 0;
  const stop = new AbortController();
  const both = signal === undefined ? stop.signal : AbortSignal.any([signal, stop.signal]);
  // Every group waits with it, for leases, room, and the clock; Node would warn of more than ten.
  setMaxListeners(0, both);
  /** Plays a case; says why it was not begun. */
  const one = async (bundle: ExecBundle, caseId: string): Promise<NoRoom | null> => {
    const job = jobOf(delivery, bundle, caseId);
    const tell = (news: CaseNews): void =>
      ctx.progress({ phase: 'eval', done, total, case_id: caseId, group: bundle.group, ...news });
    await ctx.clock.idle(ended.all(job.after, both));
    const missing = ended.leftOutOf(job.after);
    if (missing !== undefined) return { why: `it rests on case ${missing}, which was not begun` };
    const lease = await ctx.clock.idle(leases.take(job.keys, both));
    try {
      const refused = await playUntilWhole({
        ctx,
        about: job.about,
        steps: job.steps,
        lease,
        tell,
        signal: both,
      });
      if (refused !== null) return refused;
      done += 1;
      ended.add(caseId);
      tell({ state: 'done', note: 'done' });
    } finally {
      lease.release();
      // Who waits for room looks when the judging of this case has been taken into account.
      ctx.budget?.ended(caseId);
    }
    return null;
  };
  const runs = delivery.bundles.map(async (bundle) => {
    const leave = ctx.clock.enter();
    try {
      let before: string | null = null;
      for (const caseId of bundle.cases) {
        // The order inside a group is the script's: behind a case that was not begun, none is.
        const refused: NoRoom | null =
          before === null
            ? await one(bundle, caseId)
            : { why: `it comes behind case ${before}, which was not begun` };
        if (refused === null) continue;
        leaveOut(bundle.group, caseId, refused);
        before ??= caseId;
      }
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
  return leftOut;
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

/**
 * Plays a case; when a killed director had cut an attempt short and the agent could not answer, plays it again.
 * @returns why it was not begun (again); null when it was played
 */
async function playUntilWhole(playing: Playing): Promise<NoRoom | null> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await playCase(playing, { ...playing.about, attempt });
    if (typeof outcome !== 'string') return outcome.refused;
    if (outcome !== 'interrupted' || attempt === MAX_ATTEMPTS) return null;
  }
}

type CaseOutcome = 'played' | 'env' | 'interrupted';

async function playCase(playing: Playing, ref: CaseRef): Promise<CaseOutcome | { readonly refused: NoRoom }> {
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
  // What was begun goes on: its reserve stands since then.
  const entered =
    ctx.state.pending(step, ref.attempt) === undefined
      ? await whenThereIsRoom(ctx, ref.caseId, () => begin(playing, ref, common), signal)
      : { begun: begin(playing, ref, common) };
  if ('refused' in entered) return entered;
  const from = entered.begun;
  tell({ state: 'started', note: ref.attempt > 1 ? `started again, attempt ${ref.attempt}` : 'started' });
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
    ...useOf(ctx, ref),
  });
  ctx.state.add(record);
  logEvent(ctx, { group: ref.group, event: 'case_end', case_id: ref.caseId, note: env ?? 'ok' });
  return outcome;
}

/** What the playing used, as far as it is known now: a report that comes later is counted all the same. */
function useOf({ budget }: DirectorContext, { caseId, attempt }: CaseRef): { use?: object } {
  const use = budget?.useOf(caseId, attempt) ?? null;
  return use === null ? {} : { use };
}

/** Journals that the playing begins, or goes on; returns the instant at which it began. */
function begin({ ctx, steps, lease }: Playing, ref: CaseRef, common: { step: string }): string {
  const { group, caseId } = ref;
  const pending = ctx.state.pending(common.step, ref.attempt);
  const held = { fence: lease.fence, locks: lease.keys };
  ctx.budget?.begun(caseId);
  if (pending === undefined) {
    const reserve = ctx.budget?.reserveOf(caseId);
    const begun = ctx.journal.append({
      ...common,
      status: 'intent',
      ...held,
      ...(reserve === undefined ? {} : { reserve: reserve.play, reserve_judging: reserve.judging }),
    });
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
