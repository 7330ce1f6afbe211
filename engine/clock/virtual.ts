import type { Clock } from './clock.ts';
import { timerWait } from './timer-wait.ts';

interface Timer {
  readonly at: number;
  readonly order: number;
  readonly run: () => void;
}

/**
 * A clock that stands still while anybody is busy and otherwise jumps to the next timer. Timers of one instant run in
 * the order in which they were set, one at a time: what the first one begins is over before the next one runs.
 */
export class VirtualClock implements Clock {
  readonly kind = 'virtual';
  readonly #timers: Timer[] = [];
  #now: number;
  #busy = 0;
  #order = 0;
  #looking = false;

  constructor(start: number) {
    this.#now = start;
  }

  /** Goes on from an instant that others have seen already; never back. */
  atLeast(instant: number): void {
    this.#now = Math.max(this.#now, instant);
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const timer = { at: this.#now + Math.max(0, Math.ceil(ms)), order: this.#order++, run };
    this.#timers.splice(this.#place(timer), 0, timer);
    this.#look();
    return () => {
      const at = this.#timers.indexOf(timer);
      if (at !== -1) this.#timers.splice(at, 1);
    };
  }

  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    await this.idle(timerWait((time, run) => this.after(time, run), ms, signal));
  }

  enter(): () => void {
    this.#busy += 1;
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#busy -= 1;
      this.#look();
    };
  }

  async idle<T>(awaited: Promise<T>): Promise<T> {
    this.#busy -= 1;
    this.#look();
    try {
      return await awaited;
    } finally {
      this.#busy += 1;
    }
  }

  /** First place behind every timer that is due no later. */
  #place(timer: Timer): number {
    let low = 0;
    let high = this.#timers.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#timers[middle];
      if (other !== undefined && other.at <= timer.at) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Looks for the next timer once the work at hand has settled: promises that are resolved now may go on to work. */
  #look(): void {
    if (this.#looking) return;
    this.#looking = true;
    setImmediate(() => {
      this.#looking = false;
      if (this.#busy > 0) return;
      const next = this.#timers.shift();
      if (next === undefined) return;
      this.#now = Math.max(this.#now, next.at);
      next.run();
      this.#look();
    });
  }
}
