/** Which cases have ended, or will not begin: who depends on one waits for it here. */
export class Ended {
  readonly #leftOut = new Set<string>();
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

  /** A case is not begun in this session, so that what rests on it cannot be either. */
  leaveOut(caseId: string): void {
    this.#leftOut.add(caseId);
    this.add(caseId);
  }

  /** The first of them that was left out. */
  leftOutOf(cases: readonly string[]): string | undefined {
    return cases.find((id) => this.#leftOut.has(id));
  }

  /** Resolves when all of them have ended or were left out; rejects with the signal's reason. */
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
