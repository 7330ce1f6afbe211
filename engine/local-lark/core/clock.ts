/** Time of the platform. Who runs it may give it a clock that jumps: `enter` then keeps time from passing. */
export interface PlatformClock {
  /** ms since the epoch */
  now(): number;
  /** Runs `run` in `ms`; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Something is under way; returns its end, which may be called twice. */
  enter(): () => void;
  /** Waits for what is late on purpose: whoever is kept waiting by it is not busy until it settles. */
  idle<T>(awaited: Promise<T>): Promise<T>;
}

export const MACHINE_CLOCK: PlatformClock = {
  now: () => Date.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  enter: () => () => undefined,
  idle: (awaited) => awaited,
};
