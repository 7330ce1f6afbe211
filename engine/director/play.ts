import type { EvalStep } from '../../schemas/index.ts';
import type { DirectorContext } from './context.ts';
import type { Dialogue } from './dialogue.ts';
import type { GateScope } from './gates.ts';
import type { Lease } from './leases.ts';
import type { CaseNews, CaseRef } from './ports.ts';

/** One playing of one case, as its steps see it. */
export interface Play {
  readonly ctx: DirectorContext;
  readonly ref: CaseRef;
  readonly steps: readonly EvalStep[];
  /** ISO instant at which the playing began. */
  readonly from: string;
  readonly dialogue: Dialogue;
  /** Display name of the agent. */
  readonly agentName: string;
  readonly lease: Lease;
  readonly tell: (news: CaseNews) => void;
  readonly signal: AbortSignal | undefined;
}

/** What the effects of a case have in common in the journal. */
export function effectOf(play: Play, step: EvalStep) {
  return {
    phase: 'eval',
    id: step.id,
    op: step.op,
    attempt: play.ref.attempt,
    guard: () => play.lease.assertHeld(),
    about: { case_id: play.ref.caseId, group: play.ref.group },
  } as const;
}

export function scopeOf(play: Play): GateScope {
  return { ref: play.ref, rootId: play.dialogue.rootOrNull, from: play.from };
}

/** Journals that a step is not done, once. */
export function skip(play: Play, step: EvalStep, why: string): void {
  const { ctx, ref } = play;
  const id = `eval.${step.id}`;
  if (ctx.state.done(id, ref.attempt) !== undefined) return;
  const record = ctx.journal.append({
    step: id,
    status: 'skipped',
    op: step.op,
    phase: 'eval',
    case_id: ref.caseId,
    group: ref.group,
    ...(ref.attempt > 1 ? { attempt: ref.attempt } : {}),
    why,
  });
  ctx.state.add(record);
}

/** Tells what the case is waiting for. */
export function tellWaiting(play: Play, wait: 'reply' | 'quiet'): void {
  const { turn } = play.dialogue;
  const note =
    wait === 'reply'
      ? `waiting for ${play.agentName}${turn === null ? '' : `, turn ${turn}`}`
      : `waiting until ${play.agentName} has done speaking`;
  play.tell({
    state: 'waiting',
    note,
    agent: play.agentName,
    wait,
    ...(turn === null ? {} : { turn }),
  });
}
