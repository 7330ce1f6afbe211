import type { Incoming } from './workplace.ts';

/** The platform may deliver an event again for some hours. */
const REMEMBER_MS = 8 * 3600_000;

/** Takes messages at once, works on them one after the other in each chat, and on each only once. */
export class Inbox {
  private readonly seen = new Map<string, number>();
  private readonly tails = new Map<string, Promise<void>>();

  constructor(
    private readonly work: (message: Incoming) => Promise<void>,
    private readonly onError: (error: unknown) => void,
    private readonly now: () => number = Date.now,
  ) {}

  put(message: Incoming): void {
    if (this.isOld(message.id)) return;
    const before = this.tails.get(message.chatId) ?? Promise.resolve();
    const tail = before.then(() => this.work(message)).catch(this.onError);
    this.tails.set(message.chatId, tail);
  }

  /** Resolves when all that was put has been worked on. */
  async idle(): Promise<void> {
    await Promise.all(this.tails.values());
  }

  private isOld(id: string): boolean {
    const now = this.now();
    for (const [key, at] of this.seen) {
      if (now - at < REMEMBER_MS) break;
      this.seen.delete(key);
    }
    if (this.seen.has(id)) return true;
    this.seen.set(id, now);
    return false;
  }
}
