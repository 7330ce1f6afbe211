import { Worker } from 'node:worker_threads';
import {
  createMessageConnection,
  PortMessageReader,
  PortMessageWriter,
  ResponseError,
  type CancellationToken,
  type MessageConnection,
  type RequestType,
} from 'vscode-jsonrpc/node';
import { wordsOf } from '../../engine/report/index.ts';
import type { CaseOfBatch } from './protocol.ts';
import { FAILED, type Elsewhere } from './serve.ts';

const MB = 1024 * 1024;

/** A case with fewer bytes is read in some ten milliseconds. */
const LARGE = 4 * MB;

interface Live {
  readonly worker: Worker;
  readonly connection: MessageConnection;
  readonly gone: Promise<never>;
}

/**
 * The thread in which large cases are read: 100 MB of JSON are parsed in one piece, and lists and verdicts of other
 * cases must not wait for that. Started when it is first needed, and again after it ended by itself.
 */
export class LargeCases implements Elsewhere {
  readonly #script: string;
  #live: Live | null = null;

  /** @param script absolute path of the reader's own script */
  constructor(script: string) {
    this.#script = script;
  }

  takes(bytes: number): boolean {
    return bytes >= LARGE;
  }

  async ask<P extends CaseOfBatch, R>(
    type: RequestType<P, R, void>,
    params: P,
    token?: CancellationToken,
  ): Promise<R> {
    const { connection, gone } = (this.#live ??= this.#start());
    const { method } = type;
    const answer =
      token === undefined
        ? connection.sendRequest<R>(method, params)
        : connection.sendRequest<R>(method, params, token);
    try {
      return await Promise.race([answer, gone]);
    } catch (error) {
      if (error instanceof ResponseError) throw error;
      const { problems } = wordsOf(params.locale);
      const text = isOutOfMemory(error)
        ? problems.outOfMemory(params.caseId)
        : problems.readingEnded(params.caseId, error instanceof Error ? error.message : String(error));
      throw new ResponseError<void>(FAILED, text);
    }
  }

  #start(): Live {
    const worker = new Worker(this.#script);
    const connection = createMessageConnection(new PortMessageReader(worker), new PortMessageWriter(worker));
    const gone = new Promise<never>((_, reject) => {
      const end = (error: Error): void => {
        if (this.#live?.worker === worker) this.#live = null;
        reject(error);
        connection.dispose();
      };
      worker.once('error', end);
      worker.once('exit', (code) => end(new Error(`exit code ${code}`)));
    });
    // Nobody may be waiting when it ends.
    gone.catch(() => undefined);
    connection.listen();
    return { worker, connection, gone };
  }
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
