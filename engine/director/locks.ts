interface Waiter {
  readonly keys: readonly string[];
  readonly grant: () => void;
}

/**
 * Locks over sets of keys, taken all at once (no deadlock) and in the order of asking: a later request never takes a
 * key that an earlier one waits for (no starvation).
 */
export class SetLocks {
  readonly #held = new Set<string>();
  readonly #waiters: Waiter[] = [];

  /** Resolves with the release. */
  async take(keys: readonly string[], signal?: AbortSignal): Promise<() => void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const waiter: Waiter = {
        keys,
        grant: () => {
          signal?.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      const onAbort = (): void => {
        const at = this.#waiters.indexOf(waiter);
        if (at !== -1) this.#waiters.splice(at, 1);
        this.#settle();
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiters.push(waiter);
      this.#settle();
    });
    let released = false;
    return () => {
      if (released) return;
      released = true;
      for (const key of keys) this.#held.delete(key);
      this.#settle();
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
