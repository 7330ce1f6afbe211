import type { DirectorContext } from './context.ts';
import type { CaseRef } from './ports.ts';

/** What has been seen when a gate looked: a change after it ends the wait. */
export interface Seen {
  readonly chats: readonly string[];
  readonly version: number;
}

/** The chats in which a case can go on. To be taken before looking, so that nothing is missed in between. */
export function look(ctx: DirectorContext, ref: CaseRef): Seen {
  const keys = ref.direct === undefined ? [ref.group, ...ref.crossGroups] : ref.crossGroups;
  const chats = [...keys.map((key) => ctx.state.chat(key)), ...ctx.state.directChats(ref.direct ?? [])];
  return { chats, version: ctx.activity?.version(chats) ?? 0 };
}

/** True while the agent has not taken an event yet, or has asked the platform something that is not answered. */
export function isPending(ctx: DirectorContext, ref: CaseRef): boolean {
  if (ctx.activity === null) return false;
  const { events, calls } = ctx.activity.pending(ref.agent);
  return events > 0 || calls > 0;
}

/**
 * Waits until something has changed since `seen` or the agent is gone, at most `ms`; with `orIdle` also until the agent
 * has nothing pending.
 * Where the platform tells nothing by itself, it is time to look again after `observe_every_sec`.
 */
export async function waitForChange(
  ctx: Pick<DirectorContext, 'activity' | 'agent' | 'clock' | 'params'>,
  ref: Pick<CaseRef, 'agent'>,
  seen: Seen,
  ms: number,
  orIdle: boolean,
  signal?: AbortSignal,
): Promise<void> {
  const { activity, agent, clock, params } = ctx;
  if (activity === null) {
    await clock.wait(Math.min(Math.max(ms, 20), params.observe_every_sec * 1000), signal);
    return;
  }
  signal?.throwIfAborted();
  const over = new AbortController();
  const both = signal === undefined ? over.signal : AbortSignal.any([signal, over.signal]);
  const cancel = clock.after(Math.max(ms, 1), () => over.abort());
  try {
    await clock.idle(
      Promise.race([
        activity.changed(seen.chats, seen.version, both),
        ...(orIdle ? [activity.idle(ref.agent, both)] : []),
        // What is on its way to an agent that is gone never arrives.
        ...(agent.down === null && agent.whenDown !== undefined ? [agent.whenDown(both)] : []),
      ]),
    );
  } catch (error) {
    // The time is over: that is an end like any other.
    if (signal?.aborted === true || !over.signal.aborted) throw error;
  } finally {
    cancel();
    over.abort();
  }
}
