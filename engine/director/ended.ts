/** Which cases have ended: who depends on one waits for it here. */
export class Ended {
  readonly #waits: ReadonlyMap<string, { readonly over: Promise<void>; readonly end: () => void }>;

  /** @param cases of the batch; whoever is not among them is not waited for */
  constructor(cases: readonly string[]) {
    this.#waits = new Map(
      cases.map((id) => {
        const { promise, resolve } = withResolvers();
        return [id, { over: promise, end: resolve }];
      }),
    );
  }

  add(caseId: string): void {
    this.#waits.get(caseId)?.end();
  }

  /** Resolves when all of them have ended; rejects with the signal's reason. */
  async all(cases: readonly string[], signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    const { promise: aborted, reject } = withResolvers();
    const onAbort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      await Promise.race([
        Promise.all(cases.map((id) => this.#waits.get(id)?.over ?? Promise.resolve())),
        aborted,
      ]);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void; reject: (why: Error) => void } {
  let resolve = (): void => undefined;
  let reject: (why: Error) => void = () => undefined;
  const promise = new Promise<void>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
