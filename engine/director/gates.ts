import type { DirectorContext } from './context.ts';
import { agentOf, isWorking, observe, repliesAfter } from './observe.ts';
import type { CaseRef, Observation, SentLine } from './ports.ts';
import { isPlaceholder } from './substantive.ts';
import { isPending, look, waitForChange } from './wait.ts';

export interface ReplyGate {
  readonly outcome: 'reply' | 'placeholder_only' | 'no_reply' | 'agent_down';
  /** The substantive reply that let the gate pass. */
  readonly reply: string | null;
  readonly waited_sec: number;
  readonly observation: Observation;
}

/** Where and since when a gate looks. */
export interface GateScope {
  readonly ref: CaseRef;
  readonly rootId: string | null;
  readonly from: string;
}

const seconds = (ms: number): number => Math.round(ms) / 1000;

/**
 * Waits for a substantive reply to a line. A sign of work (a reaction), an event that the agent has not taken yet and a
 * call of its own that is not answered extend the wait up to `gate_max_sec`, and a reply counts only when they are gone:
 * there may be a second part to come.
 */
export async function waitForReply(
  ctx: DirectorContext,
  scope: GateScope,
  line: SentLine,
  maxWaitSec: number,
  signal?: AbortSignal,
): Promise<ReplyGate> {
  const { ref, rootId, from } = scope;
  const start = ctx.clock.now();
  for (;;) {
    const down = ctx.agent.down !== null;
    const seen = look(ctx, ref);
    const observation = await observe(ctx, ref, rootId, from, false, signal);
    const replies = repliesAfter(observation, line.message_id, line.ts).filter((m) => !m.deleted);
    const answer = replies.find((m) => !isPlaceholder(m.text) || m.attachments.length > 0);
    const waited = ctx.clock.now() - start;
    const matters = !down && (answer !== undefined || waited >= maxWaitSec * 1000);
    const pending = matters && isPending(ctx, ref);
    const working = pending || (matters && (await isWorking(ctx, line, signal)));
    const limit = (working ? Math.max(maxWaitSec, ctx.params.gate_max_sec) : maxWaitSec) * 1000;
    if ((answer !== undefined && !working) || waited >= limit || down) {
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
    await waitForChange(ctx, ref, seen, limit - waited, pending, signal);
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
  scope: GateScope,
  lastLine: SentLine | undefined,
  quietSec: number,
  signal?: AbortSignal,
): Promise<QuietGate> {
  const { ref, rootId, from } = scope;
  const start = ctx.clock.now();
  const max = ctx.params.gate_max_sec * 1000;
  let fingerprint = '';
  let silentSince = start;
  for (;;) {
    const seen = look(ctx, ref);
    const observation = await observe(ctx, ref, rootId, from, false, signal);
    const messages = agentOf(observation);
    const down = ctx.agent.down !== null;
    const pending = !down && isPending(ctx, ref);
    const working = pending || (!down && lastLine !== undefined && (await isWorking(ctx, lastLine, signal)));
    // What counts is what is seen to change here, not the platform's clock: new messages, edits, a sign of work.
    const now = messages.map((m) => `${m.message_id}${m.text}`).join('\n');
    const seenAt = ctx.clock.now();
    if (now !== fingerprint || working) {
      fingerprint = now;
      silentSince = seenAt;
    }
    const held = seenAt - silentSince;
    const quiet = !working && held >= quietSec * 1000;
    if (quiet || seenAt - start >= max) {
      const last =
        messages
          .map((m) => m.ts)
          .sort()
          .at(-1) ?? null;
      return {
        outcome: quiet ? 'quiet' : 'max_reached',
        held_sec: seconds(held),
        waited_sec: seconds(seenAt - start),
        last_agent_message_at: last,
        observation,
      };
    }
    const untilMax = start + max - seenAt;
    const left = working ? untilMax : Math.min(quietSec * 1000 - held, untilMax);
    await waitForChange(ctx, ref, seen, left, pending, signal);
  }
}
