import type { EvalStep, WorldPreset } from '../../schemas/index.ts';
import { normalCdf } from '../statistics/index.ts';

/** How long agents take to answer: log-normal, half within 16 s, nine of ten within 175 s. */
const MEDIAN_SEC = 16;
const P90_SEC = 175;
const Z90 = 1.2815515655446004;
const MU = Math.log(MEDIAN_SEC);
const SIGMA = Math.log(P90_SEC / MEDIAN_SEC) / Z90;

/** Mean time until an answer is there or `most` seconds are over. */
export function expectedWait(most: number): number {
  const z = (Math.log(most) - MU) / SIGMA;
  return Math.exp(MU + SIGMA ** 2 / 2) * normalCdf(z - SIGMA) + most * (1 - normalCdf(z));
}

/**
 * Seconds that a case is expected to take: each turn and each conditional line its wait (a line counts as if it were
 * sent), and the closing quiet time. What the minute of a clock case makes others wait is not in it.
 */
export function estimateCase(steps: readonly EvalStep[]): number {
  let sum = 0;
  for (const step of steps) {
    if (step.op !== 'gate') continue;
    if ('max_wait_sec' in step) sum += expectedWait(step.max_wait_sec);
    else if ('min_quiet_sec' in step) sum += step.min_quiet_sec;
  }
  return tenths(sum);
}

/** Seconds before the first case: the pauses of the world's script, and the question that tries the agent. */
export function estimateShared({ phases }: WorldPreset): number {
  let sum = 0;
  for (const step of [...(phases?.preset ?? []), ...(phases?.cast ?? [])]) {
    if (step.op === 'wait') sum += step.seconds;
    else if (step.op === 'msg') sum += (step.wait_ms ?? 0) / 1000;
    else if (step.op === 'canary') sum += expectedWait(step.window_sec);
  }
  return tenths(sum);
}

/** Seconds from the start of playing to the minute of a clock case; 0 for any other, and for a minute that is over. */
export function clockOffset(steps: readonly EvalStep[], kickoff: string, shared: number): number {
  for (const step of steps)
    if (step.op === 'gate' && step.kind === 'clock')
      return Math.max(0, (Date.parse(step.at) - Date.parse(kickoff)) / 1000 - shared);
  return 0;
}

export const tenths = (seconds: number): number => Math.round(seconds * 10) / 10;
