import {
  type CancellationToken,
  LSPErrorCodes,
  ResponseError,
  type ClientCapabilities,
  type Connection,
  type Disposable,
  type ServerCapabilities,
} from 'vscode-languageserver';
import type { ServerHost } from './host.ts';
import type { Words } from './l10n/words.ts';
import type { Project } from './project/project.ts';

/** What a feature works with. */
export interface Context {
  readonly connection: Connection;
  readonly client: ClientCapabilities;
  readonly project: Project;
  readonly words: Words;
  readonly host: ServerHost;
  /** Whether the client has the commands of our extension (`initializationOptions.commands`). */
  readonly commands: boolean;
  /**
   * Makes a handler of a pure function. It answers what is true of now: when something changes meanwhile, the stale
   * result is dropped and the function asked again. A cancelled request ends at once. A fault is logged once and answers
   * `empty`.
   */
  readonly answer: <P, R>(
    name: string,
    work: (params: P, token: CancellationToken) => Promise<R>,
    empty: (error: unknown) => R,
  ) => (params: P, token: CancellationToken) => Promise<R>;
}

/** A feature of the server: what it tells the client that it can, beside the handlers that can. */
export interface Feature {
  capabilities?(client: ClientCapabilities): ServerCapabilities;
  /** Installs the handlers; called once, while the client's `initialize` is answered. */
  register(context: Context): void;
}

/** So many times an answer is begun again because of changes; a client that types faster will ask again anyway. */
const MAX_ATTEMPTS = 5;

export function answering(project: Project, host: ServerHost): Context['answer'] {
  const told = new Set<string>();
  return (name, work, empty) => async (params, token) => {
    // What the client has sent by now (further edits, a cancellation) goes first.
    await nextTurn();
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      if (token.isCancellationRequested) throw cancelled();
      const { generation } = project;
      try {
        const result = await orCancelled(work(params, token), token);
        if (result === CANCELLED) throw cancelled();
        if (project.generation === generation) return result;
      } catch (error) {
        if (project.generation !== generation) continue;
        if (error instanceof ResponseError) throw error;
        const message = `${name}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
        if (!told.has(message)) host.log('error', message);
        told.add(message);
        return empty(error);
      }
    }
    throw new ResponseError(LSPErrorCodes.ContentModified, 'The files changed.');
  };
}

const CANCELLED = Symbol('cancelled');

/** The result, or CANCELLED as soon as the token says so; the work itself may be shared and goes on. */
export async function orCancelled<T>(
  work: Promise<T>,
  token: CancellationToken,
): Promise<T | typeof CANCELLED> {
  let listening: Disposable | undefined;
  const stopped = new Promise<typeof CANCELLED>((resolve) => {
    listening = token.onCancellationRequested(() => resolve(CANCELLED));
  });
  try {
    return await Promise.race([work, stopped]);
  } finally {
    listening?.dispose();
  }
}

const cancelled = () => new ResponseError(LSPErrorCodes.RequestCancelled, 'Cancelled.');

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
