import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  ResponseError,
  type CancellationToken,
  type RequestType,
} from 'vscode-jsonrpc/node';
import { wordsOf } from '../../engine/report/index.ts';
import { ReviewStore } from '../../engine/review/index.ts';
import { evidencePage, evidenceText, exit, listBatches, reviewCase, sourceVerdicts } from './protocol.ts';

/** `RequestCancelled` and `RequestFailed` of the Language Server Protocol. */
const CANCELLED = -32800;
const FAILED = -32803;

/** The process that reads batch folders for the extension host. It ends when its channel closes. */
const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
const store = new ReviewStore();

function answer<P, R>(
  type: RequestType<P, R, void>,
  handle: (params: P, signal: AbortSignal) => Promise<R>,
): void {
  connection.onRequest(type.method, async (params: P, token: CancellationToken) => {
    const stop = new AbortController();
    const listener = token.onCancellationRequested(() => stop.abort());
    try {
      return await handle(params, stop.signal);
    } catch (error) {
      if (stop.signal.aborted) throw new ResponseError<void>(CANCELLED, 'cancelled');
      const text = error instanceof Error ? error.message : String(error);
      throw new ResponseError<void>(FAILED, text);
    } finally {
      listener.dispose();
    }
  });
}

answer(listBatches, ({ folders, batches, locale }, signal) =>
  store.listBatches(folders, batches, wordsOf(locale), signal),
);
answer(reviewCase, ({ dir, caseId, locale }, signal) =>
  store.reviewCase(dir, caseId, wordsOf(locale), signal),
);
answer(evidencePage, ({ dir, caseId, kind, from, count, locale }, signal) =>
  store.evidencePage(dir, caseId, kind, from, count, wordsOf(locale), signal),
);
answer(evidenceText, ({ dir, caseId, kind, index, column, from, count, locale }, signal) =>
  store.evidenceText(dir, caseId, { kind, index, column }, from, count, wordsOf(locale), signal),
);
answer(sourceVerdicts, ({ folders, batches, cases, locale }, signal) =>
  store.sourceVerdicts(folders, batches, cases, wordsOf(locale), signal),
);
connection.onNotification(exit, () => process.exit(0));
process.once('disconnect', () => process.exit(0));
connection.listen();
