import {
  ResponseError,
  type CancellationToken,
  type MessageConnection,
  type RequestType,
} from 'vscode-jsonrpc/node';
import { wordsOf } from '../../engine/report/index.ts';
import type { ReviewStore } from '../../engine/review/index.ts';
import { writeFlag, writeWord } from './labels.ts';
import {
  evidencePage,
  evidenceText,
  listBatches,
  reviewCase,
  setFlag,
  setWord,
  sourceVerdict,
  sourceVerdicts,
  type CaseOfBatch,
} from './protocol.ts';

/** `RequestCancelled` and `RequestFailed` of the Language Server Protocol. */
const CANCELLED = -32800;
export const FAILED = -32803;

/** A thread of its own for cases that take seconds to read. */
export interface Elsewhere {
  /** Whether a case with so many bytes is read there. */
  takes(bytes: number): boolean;
  ask<P extends CaseOfBatch, R>(
    type: RequestType<P, R, void>,
    params: P,
    token?: CancellationToken,
  ): Promise<R>;
}

type Handle<P, R> = (params: P, signal: AbortSignal, token: CancellationToken) => Promise<R>;

/** Answers the requests of {@link reviewCase the protocol} from a store; with `elsewhere`, large cases from there. */
export function serve(connection: MessageConnection, store: ReviewStore, elsewhere: Elsewhere | null): void {
  const answer = <P, R>(type: RequestType<P, R, void>, handle: Handle<P, R>): void => {
    connection.onRequest<unknown, unknown>(type.method, async (params: P, token: CancellationToken) => {
      const stop = new AbortController();
      const listener = token.onCancellationRequested(() => stop.abort());
      try {
        return await handle(params, stop.signal, token);
      } catch (error) {
        if (stop.signal.aborted) throw new ResponseError<void>(CANCELLED, 'cancelled');
        if (error instanceof ResponseError) throw error;
        throw new ResponseError<void>(FAILED, error instanceof Error ? error.message : String(error));
      } finally {
        listener.dispose();
      }
    });
  };
  const ofCase = <P extends CaseOfBatch, R>(type: RequestType<P, R, void>, handle: Handle<P, R>): void => {
    answer<P, R>(type, async (params, signal, token) =>
      elsewhere?.takes(await store.bytesOf(params.dir, params.caseId)) === true
        ? elsewhere.ask(type, params, token)
        : handle(params, signal, token),
    );
  };
  answer(listBatches, ({ folders, batches, locale }, signal) =>
    store.listBatches(folders, batches, wordsOf(locale), signal),
  );
  answer(sourceVerdicts, ({ folders, batches, cases, evalset, locale }, signal, token) =>
    store.sourceVerdicts(folders, batches, cases, wordsOf(locale), signal, {
      evalset,
      elsewhere: (dir, caseId, bytes) =>
        elsewhere?.takes(bytes) === true
          ? elsewhere.ask(sourceVerdict, { dir, caseId, locale }, token)
          : undefined,
      // The host writes it into the log; the case itself tells it when it is opened.
      onFault: (dir, caseId, error) =>
        void process.stderr.write(
          `${dir}: ${caseId}: ${error instanceof Error ? error.message : String(error)}\n`,
        ),
    }),
  );
  ofCase(reviewCase, ({ dir, caseId, locale }, signal) =>
    store.reviewCase(dir, caseId, wordsOf(locale), signal),
  );
  ofCase(evidencePage, ({ dir, caseId, kind, from, count, locale }, signal) =>
    store.evidencePage(dir, caseId, kind, from, count, wordsOf(locale), signal),
  );
  ofCase(evidenceText, ({ dir, caseId, kind, index, column, from, count, locale }, signal) =>
    store.evidenceText(dir, caseId, { kind, index, column }, from, count, wordsOf(locale), signal),
  );
  const now = (): Date => new Date();
  ofCase(setWord, (wish, signal) => writeWord(store, wish, now, signal));
  ofCase(setFlag, (wish, signal) => writeFlag(store, wish, now, signal));
  ofCase(sourceVerdict, ({ dir, caseId, locale }, signal) =>
    store.sourceVerdict(dir, caseId, wordsOf(locale), signal),
  );
}
