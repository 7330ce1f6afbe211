import type { IncomingMessage, ServerResponse } from 'node:http';
import type { JournalLine } from './journal.ts';
import type { World } from './world.ts';

interface Wait {
  readonly over: () => boolean;
  readonly end: () => void;
}

/** Who waits for something to happen on the platform asks here instead of looking again and again. */
export class Activity {
  readonly #versions = new Map<string, number>();
  /** app_id -> its calls that have no answer yet */
  readonly #calls = new Map<string, number>();
  readonly #waits = new Set<Wait>();
  readonly #world: World;

  constructor(world: World) {
    this.#world = world;
    world.onCommit = (line) => this.#committed(line);
  }

  /** Rises with each message and reaction, edited and taken back ones too, in one of the chats. */
  version(chats: readonly string[]): number {
    return chats.reduce((sum, chat) => sum + (this.#versions.get(chat) ?? 0), 0);
  }

  /** Resolves when the version of the chats is above `seen`; rejects with the signal's reason. */
  changed(chats: readonly string[], seen: number, signal?: AbortSignal): Promise<void> {
    return this.#until(() => this.version(chats) > seen, signal);
  }

  /** Events that the app has not taken at the first try, and its calls that have no answer yet. */
  pending(app: string): { events: number; calls: number } {
    const events = this.#world.rows.deliveries.inGroup(app).filter((d) => d.attempts === 0).length;
    return { events, calls: this.#calls.get(app) ?? 0 };
  }

  /** Resolves when nothing of the app is pending. */
  idle(app: string, signal?: AbortSignal): Promise<void> {
    return this.#until(() => {
      const { events, calls } = this.pending(app);
      return events === 0 && calls === 0;
    }, signal);
  }

  /** Counts a call from the moment it comes in until its answer has gone out. */
  watch(request: IncomingMessage, response: ServerResponse): void {
    const token = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
    const app = token === undefined ? undefined : this.#world.rows.tokens.get(token)?.app_id;
    if (app === undefined) return;
    this.#calls.set(app, (this.#calls.get(app) ?? 0) + 1);
    response.once('close', () => {
      this.#calls.set(app, (this.#calls.get(app) ?? 1) - 1);
      this.#settle();
    });
  }

  #committed(line: JournalLine): void {
    let changed = line.w.some(([collection]) => collection === 'deliveries');
    for (const { resource, outcome } of line.ops) {
      if (outcome !== 'done') continue;
      const message =
        resource.kind === 'reaction'
          ? this.#world.rows.messages.get(resource.parent ?? '')
          : resource.kind === 'message'
            ? this.#world.rows.messages.get(resource.token)
            : undefined;
      if (message === undefined) continue;
      this.#versions.set(message.chat_id, (this.#versions.get(message.chat_id) ?? 0) + 1);
      changed = true;
    }
    if (changed) this.#settle();
  }

  #settle(): void {
    for (const wait of [...this.#waits]) if (wait.over()) wait.end();
  }

  async #until(over: () => boolean, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (over()) return;
    await new Promise<void>((resolve, reject) => {
      const leave = (): void => {
        this.#waits.delete(wait);
        signal?.removeEventListener('abort', aborted);
      };
      const aborted = (): void => {
        leave();
        reject(signal?.reason as Error);
      };
      const wait: Wait = {
        over,
        end: () => {
          leave();
          resolve();
        },
      };
      this.#waits.add(wait);
      signal?.addEventListener('abort', aborted, { once: true });
    });
  }
}
