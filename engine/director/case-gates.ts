import type { EvalStep, StepOf } from '../../schemas/index.ts';
import { logEvent } from './context.ts';
import { perform } from './effect.ts';
import { waitForQuiet, waitForReply } from './gates.ts';
import { agentOf, leftUnfinished, observe } from './observe.ts';
import { MinuteMissed } from './minute.ts';
import { effectOf, scopeOf, skip, tellWaiting, type Play } from './play.ts';
import type { SentLine } from './ports.ts';

type Gate = StepOf<EvalStep, 'gate'>;
export type ReplyStep = Extract<Gate, { kind: 'agent_reply_seen' | 'dm_reply_seen' }>;
export type QuietStep = Extract<Gate, { kind: 'no_bot_speech' | 'no_dm_speech' }>;
export type ClockStep = Extract<Gate, { kind: 'clock' }>;

/** Waits for the agent's answer to the line that was sent last. */
export async function replyGate(play: Play, step: ReplyStep): Promise<void> {
  const { ctx, ref, dialogue, signal } = play;
  const line = dialogue.last;
  const conditional = /-condw\d+$/.test(step.id);
  if (line === undefined || (dialogue.silentAt !== null && !conditional)) {
    skip(play, step, 'no question was asked');
    return;
  }
  if (conditional && !line.step.endsWith(step.id.replace(/^.*-condw/, '-cond'))) {
    skip(play, step, 'the conditional line was not sent');
    return;
  }
  const entry = await perform(ctx, {
    ...effectOf(play, step),
    run: async () => {
      tellWaiting(play, 'reply');
      const gate = await waitForReply(ctx, scopeOf(play), line, step.max_wait_sec, signal);
      const path = await ctx.evidence.messages(ref, step.id, play.from, gate.observation);
      return {
        kind: step.kind,
        confirmed_by: 'director',
        outcome: gate.outcome,
        reply: gate.reply,
        waited_sec: gate.waited_sec,
        max_wait_sec: step.max_wait_sec,
        evidence: path,
        ...(await cutShort(play, line, gate.outcome === 'reply')),
        ...(ctx.agent.down === null ? {} : { agent_down: ctx.agent.down }),
      };
    },
  });
  const answered = entry['outcome'] === 'reply';
  if (!answered && !conditional) dialogue.silentAt = step.id;
  logEvent(ctx, {
    group: ref.group,
    event: answered ? 'gate_confirm' : 'gate_no_reply',
    case_id: ref.caseId,
    step: step.id,
    exit: answered ? 0 : 1,
    note: `reply ${String(entry['reply'])} after ${String(entry['waited_sec'])} s evidence=${String(entry['evidence'])}`,
  });
}

/** Waits until the agent has done speaking, and collects what it wrote. */
export async function quietGate(play: Play, step: QuietStep): Promise<void> {
  const { ctx, ref, dialogue, signal } = play;
  await perform(ctx, {
    ...effectOf(play, step),
    run: async () => {
      const line = dialogue.last;
      tellWaiting(play, 'quiet');
      const gate = await waitForQuiet(ctx, scopeOf(play), line, step.min_quiet_sec, signal);
      const { observation: _seen, ...result } = gate;
      const observation = await observe(ctx, ref, dialogue.rootOrNull, play.from, true, signal);
      const path = await ctx.evidence.messages(ref, step.id, play.from, observation);
      const linked = await ctx.evidence.linked(ref, step.id, observation, signal);
      return {
        kind: step.kind,
        min_quiet_sec: step.min_quiet_sec,
        ...result,
        evidence: path,
        linked,
        agent_messages: agentOf(observation).length,
        ...(line === undefined ? {} : await cutShort(play, line, true)),
      };
    },
  });
}

/** Waits for the absolute minute of a clock case. */
export async function clockGate(play: Play, step: ClockStep): Promise<void> {
  const { ctx, signal } = play;
  const at = Date.parse(step.at);
  await perform(ctx, {
    ...effectOf(play, step),
    run: async () => {
      const ahead = at - ctx.clock.now();
      if (ahead <= -60_000) throw new MinuteMissed(step.at, -ahead);
      play.tell({ state: 'waiting', note: `waiting for ${step.at}`, wait: 'clock' });
      if (ahead > 0) await ctx.clock.wait(ahead, signal);
      return { kind: step.kind, at: step.at, begun_at: new Date(ctx.clock.now()).toISOString() };
    },
  });
}

/**
 * The agent of a killed director was ended with it. What it then did not say, or had begun and not finished, is not
 * its own fault: the attempt does not count.
 */
async function cutShort(play: Play, line: SentLine, answered: boolean): Promise<{ interrupted?: true }> {
  if (!play.dialogue.heardByEnded || play.ctx.agent.durable) return {};
  const unfinished = !answered || (await leftUnfinished(play.ctx, line, play.signal));
  return unfinished ? { interrupted: true } : {};
}
