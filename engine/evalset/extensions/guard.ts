import { createContext, Script } from 'node:vm';

/** Work that an author's schema made so slow that it was given up. */
export class TooSlowError extends Error {
  override readonly name = 'TooSlowError';
}

/**
 * Does work that must not take too long: a pattern can be written that a text of forty letters keeps busy for a day, and no
 * check of patterns finds all of them. The engine itself stops it, wherever it is.
 */
export class Guard {
  readonly #script = new Script('run()');
  readonly #globals: { run: () => void } = { run: () => undefined };
  readonly #context = createContext(this.#globals);

  /** @throws TooSlowError when so many milliseconds are over */
  within<T>(milliseconds: number, work: () => T): T {
    let result: { readonly value: T } | undefined;
    const before = this.#globals.run;
    this.#globals.run = () => void (result = { value: work() });
    try {
      this.#script.runInContext(this.#context, { timeout: milliseconds });
    } catch (error) {
      if ((error as { code?: unknown } | null)?.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
      throw new TooSlowError(`given up after ${milliseconds} ms`);
    } finally {
      this.#globals.run = before;
    }
    if (result === undefined) throw new Error('The work did not end.');
    return result.value;
  }
}
