import { fork, type ChildProcess } from 'node:child_process';
import * as vscode from 'vscode';
import type { CancellationToken, RequestType } from 'vscode-jsonrpc';
import {
  createMessageConnection,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node';
import type { Log } from '../log.ts';
import { editorRuntime } from '../runtime.ts';

/** The reader is killed and started again when it ends by itself; a request that was open then fails with this. */
export class ReaderGone extends Error {
  override readonly name = 'ReaderGone';
  constructor(how: string) {
    super(
      vscode.l10n.t(
        'The process that reads batch folders ended ({0}). It is started again with the next request; if that happens again, see the log.',
        how,
      ),
    );
  }
}

const LIVED_MS = 2000;

interface Live {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly gone: Promise<never>;
}

/** Talks to the reader process; starts it when it is first needed, and again after it died. */
export class Reader implements vscode.Disposable {
  readonly #script: string;
  readonly #log: Log;
  readonly #gone = new vscode.EventEmitter<void>();
  readonly #open = new Set<Promise<unknown>>();
  #live: Live | null = null;
  /** It died by itself after it had worked: what was shown should be asked for again. */
  readonly onGone = this.#gone.event;

  constructor(script: string, log: Log) {
    this.#script = script;
    this.#log = log;
  }

  /** Process id of the reader, when it lives. */
  get pid(): number | undefined {
    return this.#live?.child.pid;
  }

  async ask<P, R>(type: RequestType<P, R, void>, params: P, token?: CancellationToken): Promise<R> {
    const live = (this.#live ??= this.#start());
    const { method } = type;
    const answer =
      token === undefined
        ? live.connection.sendRequest<R>(method, params)
        : live.connection.sendRequest<R>(method, params, token);
    const asked = Promise.race([answer, live.gone]);
    this.#open.add(asked);
    const close = (): void => void this.#open.delete(asked);
    asked.then(close, close);
    return asked;
  }

  /** Resolves when everything that was asked so far has its answer, or its error. */
  async settled(): Promise<void> {
    await Promise.allSettled(this.#open);
  }

  dispose(): void {
    const live = this.#live;
    this.#live = null;
    live?.connection.dispose();
    live?.child.kill();
    this.#gone.dispose();
  }

  #start(): Live {
    const { program, env } = editorRuntime();
    const started = Date.now();
    const child = fork(this.#script, [], {
      execPath: program,
      execArgv: [],
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => this.#log.warn(`reader: ${text.trimEnd()}`));
    const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    const gone = new Promise<never>((_, reject) => {
      const end = (how: string): void => {
        if (this.#live?.child === child) this.#live = null;
        // First, so that who waits hears this and not that a connection was disposed.
        reject(new ReaderGone(how));
        connection.dispose();
        // After an error it may live on, and nobody would talk to it again.
        child.kill();
        // One that dies at once would die again.
        if (Date.now() - started > LIVED_MS) this.#gone.fire();
      };
      child.once('exit', (code, signal) => end(signal ?? `exit code ${code ?? '?'}`));
      child.once('error', (error) => end(error.message));
    });
    // Nobody may be waiting when it ends.
    gone.catch(() => undefined);
    connection.onError(([error]) => this.#log.error('reader', error));
    connection.listen();
    this.#log.info(`reader started, process ${child.pid ?? '?'}`);
    return { child, connection, gone };
  }
}
