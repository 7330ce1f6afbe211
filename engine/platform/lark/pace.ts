import { wait } from './call.ts';
import type { LarkSend } from './sdk.ts';
import type { LarkSettings } from './settings.ts';

export interface PaceClock {
  now(): number;
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

const MACHINE: PaceClock = { now: () => Date.now(), wait };

/** Lets callers of one key go one after the other, in the order in which they came, with a pause between them. */
export class Pace {
  readonly #clock: PaceClock;
  /** When the next one may go, by key. */
  readonly #free = new Map<string, number>();
  readonly #last = new Map<string, Promise<void>>();

  constructor(clock: PaceClock = MACHINE) {
    this.#clock = clock;
  }

  /** Resolves when it is the caller's turn; one who gives up takes nobody's time. */
  async take(key: string, interval: number, signal?: AbortSignal): Promise<void> {
    if (interval <= 0) return;
    const turn = (this.#last.get(key) ?? Promise.resolve()).then(() => this.#go(key, interval, signal));
    this.#last.set(
      key,
      turn.catch(() => undefined),
    );
    await turn;
  }

  async #go(key: string, interval: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const left = (this.#free.get(key) ?? 0) - this.#clock.now();
    if (left > 0) await this.#clock.wait(left, signal);
    this.#free.set(key, this.#clock.now() + interval);
  }
}

/**
 * Keeps all calls of this process below what a tenant takes: messages of a group apart from each other, whoever writes
 * them, and calls of an app. Repeated calls wait for their turn like any other.
 */
export function paced(
  send: LarkSend,
  settings: Pick<LarkSettings, 'operator' | 'actors' | 'group_interval_ms' | 'app_interval_ms'>,
  pace = new Pace(),
): LarkSend {
  return async (call, signal) => {
    const speaker = call.as === undefined ? undefined : settings.actors[call.as];
    // A person's token was issued to the operator's app, and counts as its call.
    const app = speaker === undefined || speaker.union_id !== undefined ? settings.operator : speaker;
    if (call.chat !== undefined) await pace.take(`chat ${call.chat}`, settings.group_interval_ms, signal);
    await pace.take(`app ${app.app_id}`, settings.app_interval_ms ?? 0, signal);
    return send(call, signal);
  };
}
