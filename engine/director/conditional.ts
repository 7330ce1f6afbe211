import { writeJson } from '../batch/files.ts';
import { perform } from './effect.ts';
import { waitForQuiet } from './gates.ts';
import { sendLine } from './lines.ts';
import { observe } from './observe.ts';
import { effectOf, scopeOf, skip, tellWaiting, type Play } from './play.ts';
import type { LineStep } from './ports.ts';

/** Longest pause of the agent before a conditional line is decided, s. */
const SETTLED_SEC = 5;

/** Decides whether a conditional line is sent, on everything that the agent has said by then, and sends it. */
export async function conditionalLine(play: Play, step: LineStep, after: string): Promise<void> {
  const { ctx, ref, dialogue, signal } = play;
  const { about, ...effect } = effectOf(play, step);
  const decided = await perform(ctx, {
    ...effect,
    id: `${step.id}.decision`,
    op: 'decision',
    about,
    run: async () => {
      if (dialogue.last === undefined) return { fire: false, reason: 'no question was asked' };
      // The agent may turn to the colleague after its first words, so it is let finish before the decision.
      tellWaiting(play, 'quiet');
      const quiet = await waitForQuiet(
        ctx,
        scopeOf(play),
        dialogue.last,
        Math.min(SETTLED_SEC, quietSec(play)),
        signal,
      );
      const observation = await observe(ctx, ref, dialogue.rootOrNull, play.from, true, signal);
      const decision = await ctx.decider.decide(
        { ref, step, from: play.from, observation, sent: dialogue.sent },
        signal,
      );
      const file = ctx.paths.decision(step.id);
      await writeJson(ctx.paths.abs(file), {
        file,
        fire: decision.fire === true,
        reason: decision.reason,
        ...(decision.trigger === undefined ? {} : { trigger_message_id: decision.trigger }),
        decided_by: decision.by,
        ...(decision.fire === null ? { undecided: true } : {}),
      });
      return {
        fire: decision.fire === true,
        undecided: decision.fire === null,
        reason: decision.reason,
        after,
        waited_sec: quiet.waited_sec,
        decision: file,
      };
    },
  });
  if (decided['fire'] === true) await sendLine(play, step, String(decided['reason']));
  else skip(play, step, String(decided['reason']));
}

function quietSec(play: Play): number {
  for (const step of play.steps) {
    if (step.op === 'gate' && (step.kind === 'no_bot_speech' || step.kind === 'no_dm_speech'))
      return step.min_quiet_sec;
  }
  return 0;
}
