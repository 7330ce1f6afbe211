/**
 * Time, as everything that waits in a batch knows it: real seconds, or virtual ones that pass only when nobody is busy.
 *
 * Who works under a clock counts as busy from {@link Clock.enter} until he leaves, except while he is in
 * {@link Clock.wait} or {@link Clock.idle}. On the real clock all of that means nothing.
 */
export interface Clock {
  readonly kind: 'real' | 'virtual';
  /** ms since the epoch */
  now(): number;
  /** Runs `run` in `ms`; returns what cancels it. */
  after(ms: number, run: () => void): () => void;
  /** Resolves after `ms`; rejects with the signal's reason. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
  /** Begins work during which virtual time must not pass; returns its end, which may be called twice. */
  enter(): () => void;
  /** Waits for somebody else's doing: the caller is not busy until it settles. */
  idle<T>(awaited: Promise<T>): Promise<T>;
}
