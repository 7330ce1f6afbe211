import type { Clock } from './clock.ts';
import { timerWait } from './timer-wait.ts';

/** Longest delay of one timer, ms; longer ones would fire at once. */
const LONGEST = 2 ** 31 - 1;

function after(ms: number, run: () => void): () => void {
  const end = Date.now() + ms;
  const arm = (): NodeJS.Timeout =>
    setTimeout(
      () => {
        if (Date.now() < end && ms > LONGEST) timer = arm();
        else run();
      },
      Math.min(Math.max(0, end - Date.now()), LONGEST),
    );
  let timer = arm();
  return () => clearTimeout(timer);
}

/** The time of the machine. */
export const realClock: Clock = {
  kind: 'real',
  now: () => Date.now(),
  after,
  wait: (ms, signal) => timerWait(after, ms, signal),
  enter: () => () => undefined,
  idle: (awaited) => awaited,
};
