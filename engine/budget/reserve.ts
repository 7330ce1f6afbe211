import type { EvalStep, JudgeDefinition, MostPerTurn } from '../../schemas/index.ts';
import type { Amounts } from './amounts.ts';
import { judgingOf, type ToJudge } from './judge-questions.ts';

/** The most that a case can use. */
export interface Reserve {
  /** Of the agent under test, with the lines of colleagues among the messages. */
  readonly play: Amounts;
  readonly judging: Amounts;
  /** Longest time by its gates, without what it waits for its minute, s. */
  readonly seconds: number;
  /** Minute of a clock case, ISO. */
  readonly clockAt: string | null;
}

export interface ReserveInput extends ToJudge {
  /** Steps of the case in the script. */
  readonly steps: readonly EvalStep[];
  readonly most: MostPerTurn;
  readonly judges: readonly JudgeDefinition[];
  /** How long a gate waits while the agent is at work, s. */
  readonly gateMaxSec: number;
  /** How long a person may take over a conditional line, s. */
  readonly askSec: number;
}

export function reserveOf(input: ReserveInput): Reserve {
  const { steps, most, judges, gateMaxSec, askSec } = input;
  const lines = steps.filter((step) => step.op === 'msg' || step.op === 'dm');
  const times = (one: number | undefined): number | null => (one === undefined ? null : one * lines.length);
  const messages = times(most.messages);
  return {
    play: {
      messages: messages === null ? null : messages + lines.length,
      tokens: times(most.tokens),
      cost: times(most.cost),
    },
    judging: judgingOf(input, judges),
    seconds: steps.reduce((total, step) => total + longest(step, gateMaxSec, askSec), 0),
    clockAt:
      steps.flatMap((step) => (step.op === 'gate' && step.kind === 'clock' ? [step.at] : []))[0] ?? null,
  };
}

/** A gate is extended while the agent is at work; a conditional line waits until it has done speaking. */
function longest(step: EvalStep, gateMaxSec: number, askSec: number): number {
  if (step.op === 'msg' || step.op === 'dm') return step.conditional === undefined ? 0 : gateMaxSec + askSec;
  if (step.op !== 'gate' || step.kind === 'clock') return 0;
  return 'max_wait_sec' in step ? Math.max(step.max_wait_sec, gateMaxSec) : gateMaxSec;
}
