import { EventEmitter, once } from 'node:events';
import type { MemberProcess } from './member.ts';

export interface SupervisorEvents {
  /** The agent's process ended; `restarts` is how often it has been started again before. */
  onEnded(why: string, willRestart: boolean): void;
}

/** Keeps the agent's process running: starts it again when it ends by itself, a limited number of times. */
export class Supervisor {
  readonly #start: () => MemberProcess;
  readonly #maxRestarts: number;
  readonly #events: SupervisorEvents;
  readonly #stopping = new AbortController();
  readonly #changes = new EventEmitter().setMaxListeners(0);
  #member: MemberProcess | undefined;
  #down: string | null = null;
  #since = 0;
  #watching: Promise<void> = Promise.resolve();

  constructor(start: () => MemberProcess, maxRestarts: number, events: SupervisorEvents) {
    this.#start = start;
    this.#maxRestarts = maxRestarts;
    this.#events = events;
  }

  /** Why the agent is gone for good; null while it runs or will be started again. */
  get down(): string | null {
    return this.#down;
  }

  /** Resolves when the agent is gone for good. */
  async whenDown(signal?: AbortSignal): Promise<void> {
    if (this.#down === null) await once(this.#changes, 'down', signal === undefined ? {} : { signal });
  }

  /** When the present process was started, ms. */
  get since(): number {
    return this.#since;
  }

  /** The present process, or the last one. */
  get member(): MemberProcess | undefined {
    return this.#member;
  }

  start(): MemberProcess {
    const member = this.#begin();
    this.#member = member;
    this.#watching = this.#watch(member);
    return member;
  }

  #begin(): MemberProcess {
    this.#since = Date.now();
    return this.#start();
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#member?.stop();
    await this.#watching;
  }

  async #watch(first: MemberProcess): Promise<void> {
    let member = first;
    for (let restarts = 0; ; restarts++) {
      const why = await member.whenEnded();
      if (this.#stopping.signal.aborted) return;
      const again = restarts < this.#maxRestarts;
      this.#events.onEnded(why, again);
      if (!again) {
        this.#down = why;
        this.#changes.emit('down');
        return;
      }
      member = this.#begin();
      this.#member = member;
    }
  }
}
