import { PassThrough } from 'node:stream';
import {
  createConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type Connection,
} from 'vscode-languageserver/node';
import { createMessageConnection, type MessageConnection } from 'vscode-jsonrpc/node';
import type { FilePort } from '../../engine/evalset/index.ts';
import { noFiles, overlayFiles } from '../../engine/evalset/overlay-files.ts';
import type { ServerHost } from '../host.ts';
import { createServer } from '../server.ts';

/** A disk of literals that a test may change. */
export interface MemoryDisk {
  readonly texts: Map<string, string>;
  readonly files: FilePort;
  /** Reads so far, by path. */
  readonly reads: Map<string, number>;
  /** What every question is refused with, while it is set. */
  fault?: Error | undefined;
  /** What every question waits for, while it is set. */
  gate?: Promise<void> | undefined;
}

export function memoryDisk(texts: ReadonlyMap<string, string>): MemoryDisk {
  const now = new Map(texts);
  const reads = new Map<string, number>();
  const view = () => overlayFiles(now, noFiles());
  const asked = async <T>(work: () => Promise<T>): Promise<T> => {
    await disk.gate;
    if (disk.fault !== undefined) throw disk.fault;
    return work();
  };
  const disk: MemoryDisk = {
    texts: now,
    reads,
    files: {
      read: (path) => {
        reads.set(path, (reads.get(path) ?? 0) + 1);
        return asked(() => view().read(path));
      },
      list: (folder) => asked(() => view().list(folder)),
      isFile: (path) => asked(() => view().isFile(path)),
    },
  };
  return disk;
}

/** A server in this process, and the client's end of the line to it. */
export interface InMemory {
  readonly client: MessageConnection;
  readonly server: Connection;
  /** What the server logged. */
  readonly log: string[];
}

export function serveInMemory(files: FilePort): InMemory {
  const [there, back] = [new PassThrough(), new PassThrough()];
  const server = createConnection(new StreamMessageReader(there), new StreamMessageWriter(back));
  const log: string[] = [];
  const host: ServerHost = {
    files,
    today: () => '2026-09-06',
    log: (level, message) => void log.push(`${level}: ${message}`),
  };
  createServer(server, host);
  server.listen();
  const client = createMessageConnection(new StreamMessageReader(back), new StreamMessageWriter(there));
  client.listen();
  return { client, server, log };
}
