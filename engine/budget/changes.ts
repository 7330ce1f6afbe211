/** Lets many wait for the next change of something. */
export class Changes {
  readonly #waiting = new Set<() => void>();

  tell(): void {
    const woken = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of woken) wake();
  }

  /** Resolves at the next change; rejects with the signal's reason. */
  async next(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await new Promise<void>((resolve, reject) => {
      const wake = (): void => {
        signal?.removeEventListener('abort', stop);
        resolve();
      };
      const stop = (): void => {
        this.#waiting.delete(wake);
        reject(signal?.reason as Error);
      };
      this.#waiting.add(wake);
      signal?.addEventListener('abort', stop, { once: true });
    });
  }
}
