/** The right to work on a set of keys, until it is given back or taken away. */
export interface Lease {
  /** Rises from lease to lease of a batch, also over resumes: who holds an older one may write nothing more. */
  readonly fence: number;
  /** Sorted, each once. */
  readonly keys: readonly string[];
  /** @throws Error when the lease is no longer held */
  assertHeld(): void;
  release(): void;
}

interface Waiter {
  readonly keys: readonly string[];
  readonly grant: () => void;
}

/**
 * Leases over sets of keys, taken all at once (no deadlock) and by age: a later request never takes a key that an
 * earlier one waits for (no starvation).
 */
export class Leases {
  readonly #held = new Set<string>();
  readonly #waiters: Waiter[] = [];
  #fence: number;

  /** @param last fence of the last lease that was given before */
  constructor(last = 0) {
    this.#fence = last;
  }

  async take(keys: readonly string[], signal?: AbortSignal): Promise<Lease> {
    signal?.throwIfAborted();
    const sorted = [...new Set(keys)].sort();
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        keys: sorted,
        grant: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = (): void => {
        const at = this.#waiters.indexOf(waiter);
        if (at === -1) return;
        this.#waiters.splice(at, 1);
        this.#settle();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiters.push(waiter);
      this.#settle();
    });
    this.#fence += 1;
    return this.#lease(this.#fence, sorted);
  }

  #lease(fence: number, keys: readonly string[]): Lease {
    let held = true;
    return {
      fence,
      keys,
      assertHeld: () => {
        if (!held) throw new Error(`lease ${fence} on ${keys.join(', ')} is no longer held`);
      },
      release: () => {
        if (!held) return;
        held = false;
        for (const key of keys) this.#held.delete(key);
        this.#settle();
      },
    };
  }

  #settle(): void {
    const wanted = new Set<string>();
    for (const waiter of [...this.#waiters]) {
      const free = waiter.keys.every((key) => !this.#held.has(key) && !wanted.has(key));
      if (free) {
        for (const key of waiter.keys) this.#held.add(key);
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        waiter.grant();
      } else for (const key of waiter.keys) wanted.add(key);
    }
  }
}
