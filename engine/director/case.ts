import type { EvalStep, StepOf } from '../../schemas/index.ts';
import { clockGate, quietGate, replyGate } from './case-gates.ts';
import { conditionalLine } from './conditional.ts';
import { perform } from './effect.ts';
import { sendLine } from './lines.ts';
import { effectOf, skip, type Play } from './play.ts';
import type { LineStep } from './ports.ts';

type Snapshot = StepOf<EvalStep, 'base.snapshot'> | StepOf<EvalStep, 'doc.snapshot'>;

/** Plays one case from its journal on: what is done is passed over, so a killed director goes on where it stood. */
export async function playSteps(play: Play): Promise<void> {
  for (const step of play.steps) {
    play.signal?.throwIfAborted();
    switch (step.op) {
      case 'base.snapshot':
      case 'doc.snapshot':
        await snapshot(play, step);
        break;
      case 'msg':
      case 'dm':
        await line(play, step);
        break;
      case 'gate':
        await gate(play, step);
        break;
    }
  }
}

async function snapshot(play: Play, step: Snapshot): Promise<void> {
  await perform(play.ctx, {
    ...effectOf(play, step),
    run: async () => ({
      evidence: await play.ctx.evidence.snapshot(play.ref, step, play.from, play.signal),
      label: step.label,
    }),
  });
}

async function line(play: Play, step: LineStep): Promise<void> {
  const { silentAt } = play.dialogue;
  if (step.conditional !== undefined) await conditionalLine(play, step, step.conditional.after);
  else if (silentAt !== null) skip(play, step, `no answer at ${silentAt}: the question is not asked`);
  else await sendLine(play, step, null);
}

async function gate(play: Play, step: StepOf<EvalStep, 'gate'>): Promise<void> {
  switch (step.kind) {
    case 'agent_reply_seen':
    case 'dm_reply_seen':
      return replyGate(play, step);
    case 'no_bot_speech':
    case 'no_dm_speech':
      return quietGate(play, step);
    case 'clock':
      return clockGate(play, step);
  }
}
