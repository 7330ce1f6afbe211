import type { JournalEntry } from '../../schemas/index.ts';
import type { AssetRef, BaseRef } from '../platform/port.ts';

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** The fold of the journal: what stands in the world, and which steps are done. */
export class WorldState {
  readonly chats = new Map<string, string>();
  readonly assets = new Map<string, AssetRef | BaseRef>();
  #lastFence = 0;
  readonly #direct = new Map<string, string>();
  readonly #done = new Map<string, JournalEntry>();
  readonly #pending = new Map<string, JournalEntry>();

  constructor(entries: readonly JournalEntry[]) {
    for (const entry of entries) this.add(entry);
  }

  /** Fence of the last lease that was given. */
  get lastFence(): number {
    return this.#lastFence;
  }

  add(entry: JournalEntry): void {
    const key = stepKey(entry.step, attemptOf(entry));
    const fence = entry['fence'];
    if (typeof fence === 'number') this.#lastFence = Math.max(this.#lastFence, fence);
    if (entry.status === 'intent') {
      this.#pending.set(key, entry);
      return;
    }
    this.#pending.delete(key);
    if (entry.status === 'failed') return;
    this.#done.set(key, entry);
    const asset = text(entry['key']);
    const chat = text(entry['chat_id']);
    const token = text(entry['token']);
    if (entry.op === 'group.create' && asset !== undefined && chat !== undefined) this.chats.set(asset, chat);
    const actor = text(entry['actor']);
    if (entry.op === 'dm' && actor !== undefined && chat !== undefined) this.#direct.set(actor, chat);
    if (entry.op === 'doc.create' && asset !== undefined && token !== undefined) {
      this.assets.set(asset, { kind: 'doc', token });
    }
    const table = text(entry['table_id']);
    if (entry.op === 'base.provision' && asset !== undefined && token !== undefined && table !== undefined) {
      this.assets.set(asset, { kind: 'base', token, table_id: table });
    }
  }

  done(step: string, attempt = 1): JournalEntry | undefined {
    return this.#done.get(stepKey(step, attempt));
  }

  /** An effect that was begun and whose end is not known: the process was killed in between. */
  pending(step: string, attempt = 1): JournalEntry | undefined {
    return this.#pending.get(stepKey(step, attempt));
  }

  /** True while a case is played: begun, and not ended. */
  isOpen(caseId: string): boolean {
    return [...this.#pending.values()].some((entry) => entry.op === 'case' && entry.case_id === caseId);
  }

  /** When the case began that has been open longest. */
  get oldestOpenCase(): string | undefined {
    return [...this.#pending.values()]
      .filter((entry) => entry.op === 'case')
      .map((entry) => entry.ts)
      .sort()[0];
  }

  chat(group: string): string {
    const id = this.chats.get(group);
    if (id === undefined)
      throw new Error(`group "${group}" has not been created; run \`sundowner world\` first`);
    return id;
  }

  /** The chat of an actor with the agent, once one of the two has written there. */
  directChat(actor: string): string | undefined {
    return this.#direct.get(actor);
  }

  get allDirectChats(): string[] {
    return [...this.#direct.values()];
  }

  directChats(actors: readonly string[]): string[] {
    return actors.flatMap((actor) => this.#direct.get(actor) ?? []);
  }

  asset(key: string): AssetRef | BaseRef {
    const ref = this.assets.get(key);
    if (ref === undefined)
      throw new Error(`asset "${key}" has not been created; run \`sundowner world\` first`);
    return ref;
  }

  base(key: string): BaseRef {
    const ref = this.asset(key);
    if (!('table_id' in ref)) throw new Error(`asset "${key}" is a document, not a base`);
    return ref;
  }
}

function attemptOf(entry: JournalEntry): number {
  return typeof entry['attempt'] === 'number' ? entry['attempt'] : 1;
}

function stepKey(step: string, attempt: number): string {
  return `${attempt}/${step}`;
}
