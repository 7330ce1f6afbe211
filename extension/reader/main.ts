import { isMainThread, parentPort } from 'node:worker_threads';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  PortMessageReader,
  PortMessageWriter,
} from 'vscode-jsonrpc/node';
import { ReviewStore } from '../../engine/review/index.ts';
import { LargeCases } from './large.ts';
import { serve } from './serve.ts';

/** Bytes of evidence that the thread for all but large cases keeps. */
const KEEP = 64 * 1024 * 1024;

/** The process that reads batch folders for the extension host. It ends when its channel closes. */
function main(script: string): void {
  const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
  serve(connection, new ReviewStore({ keepBytes: KEEP }), new LargeCases(script));
  process.once('disconnect', () => process.exit(0));
  connection.listen();
}

if (isMainThread) {
  main(process.argv[1] ?? '');
} else if (parentPort !== null) {
  const connection = createMessageConnection(
    new PortMessageReader(parentPort),
    new PortMessageWriter(parentPort),
  );
  serve(connection, new ReviewStore(), null);
  connection.listen();
}
