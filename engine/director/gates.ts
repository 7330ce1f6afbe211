import type { DirectorContext } from './context.ts';
import { agentOf, isWorking, observe, repliesAfter } from './observe.ts';
import type { CaseRef, Observation, SentLine } from './ports.ts';
import { isPlaceholder } from './substantive.ts';

export interface ReplyGate {
  readonly outcome: 'reply' | 'placeholder_only' | 'no_reply' | 'agent_down';
  /** The substantive reply that let the gate pass. */
  readonly reply: string | null;
  readonly waited_sec: number;
  readonly observation: Observation;
}

const seconds = (ms: number): number => Math.round(ms) / 1000;

/**
 * Waits for a substantive reply to a line. A sign of work (a reaction) extends the wait up to `gate_max_sec`, and a
 * reply counts only when the sign is gone: there may be a second part to come.
 */
export async function waitForReply(
  ctx: DirectorContext,
  ref: CaseRef,
  line: SentLine,
  rootId: string,
  from: string,
  maxWaitSec: number,
  signal?: AbortSignal,
): Promise<ReplyGate> {
  const start = ctx.clock.now();
  for (;;) {
    const down = ctx.agent.down !== null;
    const observation = await observe(ctx, ref, rootId, from, false, signal);
    const replies = repliesAfter(observation, line.message_id, line.ts).filter((m) => !m.deleted);
    const answer = replies.find((m) => !isPlaceholder(m.text) || m.attachments.length > 0);
    const waited = ctx.clock.now() - start;
    const working =
      !down &&
      (answer !== undefined || waited >= maxWaitSec * 1000) &&
      (await isWorking(ctx, line.message_id, signal));
    const over = waited >= (working ? Math.max(maxWaitSec, ctx.params.gate_max_sec) : maxWaitSec) * 1000;
    if ((answer !== undefined && !working) || over || down) {
      const outcome =
        answer !== undefined
          ? 'reply'
          : down
            ? 'agent_down'
            : replies.length > 0
              ? 'placeholder_only'
              : 'no_reply';
      return { outcome, reply: answer?.message_id ?? null, waited_sec: seconds(waited), observation };
    }
    await ctx.clock.wait(ctx.params.observe_every_sec * 1000, signal);
  }
}

export interface QuietGate {
  readonly outcome: 'quiet' | 'max_reached';
  /** How long the agent had been silent when the gate passed. */
  readonly held_sec: number;
  readonly waited_sec: number;
  readonly last_agent_message_at: string | null;
  readonly observation: Observation;
}

/** Holds until the agent has been silent for `quietSec` in the case's groups; gives up after `gate_max_sec`. */
export async function waitForQuiet(
  ctx: DirectorContext,
  ref: CaseRef,
  lastLine: SentLine | undefined,
  rootId: string | null,
  from: string,
  quietSec: number,
  signal?: AbortSignal,
): Promise<QuietGate> {
  const start = ctx.clock.now();
  let fingerprint = '';
  let silentSince = start;
  for (;;) {
    const observation = await observe(ctx, ref, rootId, from, false, signal);
    const messages = agentOf(observation);
    const working =
      lastLine !== undefined &&
      ctx.agent.down === null &&
      (await isWorking(ctx, lastLine.message_id, signal));
    // What counts is what is seen to change here, not the platform's clock: new messages, edits, a sign of work.
    const now = messages.map((m) => `${m.message_id}${m.text}`).join('\n');
    const seenAt = ctx.clock.now();
    if (now !== fingerprint || working) {
      fingerprint = now;
      silentSince = seenAt;
    }
    const held = seenAt - silentSince;
    const tooLong = seenAt - start >= ctx.params.gate_max_sec * 1000;
    if (held >= quietSec * 1000 || tooLong) {
      const last =
        messages
          .map((m) => m.ts)
          .sort()
          .at(-1) ?? null;
      return {
        outcome: held >= quietSec * 1000 ? 'quiet' : 'max_reached',
        held_sec: seconds(held),
        waited_sec: seconds(seenAt - start),
        last_agent_message_at: last,
        observation,
      };
    }
    const left = quietSec * 1000 - held;
    await ctx.clock.wait(Math.min(Math.max(left, 20), ctx.params.observe_every_sec * 1000), signal);
  }
}
