import type { SourceVerdict } from '../../schemas/review.ts';
import type { BatchFacts } from './batch.ts';
import { marksOf } from './reader.ts';

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

export interface NewestInput<F extends { readonly facts: BatchFacts }> extends ElsewhereOptions {
  /** Newest first. */
  readonly batches: readonly F[];
  readonly bytesOf: (dir: string, caseId: string) => Promise<number>;
  /** Reads a verdict here. Never called again before it has ended. */
  readonly read: (batch: F, caseId: string) => Promise<SourceVerdict | null>;
}

/**
 * The newest verdict of each case that has one. Cases that are read elsewhere take their time beside those that are
 * read here, one after the other. A verdict that cannot be read is not replaced by an older one.
 */
export async function newestVerdicts<F extends { readonly facts: BatchFacts }>(
  cases: readonly string[],
  input: NewestInput<F>,
  signal?: AbortSignal,
): Promise<SourceVerdict[]> {
  let turn: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(job: () => Promise<T>): Promise<T> => {
    const done = turn.then(job);
    turn = done.catch(() => undefined);
    return done;
  };
  const newestOf = async (caseId: string): Promise<SourceVerdict | null> => {
    for (const batch of input.batches) {
      const { paths, cases: own } = batch.facts;
      if (!own.includes(caseId) || marksOf([paths.abs(paths.verdict(caseId))])[0]?.stamp === '-') continue;
      signal?.throwIfAborted();
      try {
        const bytes = input.elsewhere === undefined ? 0 : await input.bytesOf(paths.root, caseId);
        const verdict = await (input.elsewhere?.(paths.root, caseId, bytes) ??
          inTurn(async () => {
            signal?.throwIfAborted();
            return input.read(batch, caseId);
          }));
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
