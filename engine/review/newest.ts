import type { SourceVerdict } from '../../schemas/review.ts';
import { verdictFile } from './batch.ts';
import { Cache } from './cache.ts';
import type { BatchIndex } from './folders.ts';
import { isThere, marksOf, type Mark } from './reader.ts';

export interface ElsewhereOptions {
  /** Reads the verdict of a case in place of the store, or says by undefined that it does not. */
  readonly elsewhere?: (
    dir: string,
    caseId: string,
    bytes: number,
  ) => Promise<SourceVerdict | null> | undefined;
  /** Told of a case that could not be read: it has no verdict then, and the others have theirs. */
  readonly onFault?: (dir: string, caseId: string, error: unknown) => void;
}

export interface NewestInput extends ElsewhereOptions {
  /** Newest first. */
  readonly batches: readonly BatchIndex[];
  readonly locale: string;
  /** Changes whenever the verdict may have. `bytes`: of what is read for it. */
  readonly markOf: (batch: BatchIndex, caseId: string) => Promise<Mark>;
  /** Reads a verdict here. Never called again before it has ended. */
  readonly read: (batch: BatchIndex, caseId: string) => Promise<SourceVerdict | null>;
}

/** Finds the newest verdicts of cases, and remembers those that did not change: each is small, its case may not be. */
export class NewestVerdicts {
  readonly #drawn = new Cache<{ readonly verdict: SourceVerdict | null }>(20_000);

  /**
   * The newest verdict of each case that has one. Cases that are read elsewhere take their time beside those that are
   * read here, one after the other. A verdict that cannot be read is not replaced by an older one.
   */
  async of(cases: readonly string[], input: NewestInput, signal?: AbortSignal): Promise<SourceVerdict[]> {
    let turn: Promise<unknown> = Promise.resolve();
    const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
      const done = turn.then(job);
      turn = done.catch(() => undefined);
      return done;
    };
    const read = async (batch: BatchIndex, caseId: string): Promise<SourceVerdict | null> => {
      const { root } = batch.paths;
      const { stamp, bytes } = await input.markOf(batch, caseId);
      const key = [root, caseId, input.locale].join('\n');
      const known = this.#drawn.get(key, stamp);
      if (known !== undefined) return known.verdict;
      const here = (): Promise<SourceVerdict | null> => {
        signal?.throwIfAborted();
        return input.read(batch, caseId);
      };
      const verdict = await (input.elsewhere?.(root, caseId, bytes) ?? inTurn(here));
      this.#drawn.set(key, stamp, { verdict }, 1);
      return verdict;
    };
    const newestOf = async (caseId: string): Promise<SourceVerdict | null> => {
      for (const batch of input.batches) {
        const { paths, cases: own } = batch;
        if (!own.includes(caseId) || !marksOf([paths.abs(verdictFile(batch, caseId))]).some(isThere))
          continue;
        signal?.throwIfAborted();
        try {
          const verdict = await read(batch, caseId);
          if (verdict !== null) return verdict;
        } catch (error) {
          signal?.throwIfAborted();
          input.onFault?.(paths.root, caseId, error);
          return null;
        }
      }
      return null;
    };
    const found = await Promise.all(cases.map(newestOf));
    return found.filter((verdict) => verdict !== null);
  }
}
