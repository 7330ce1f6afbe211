import type { FilePort } from '../engine/evalset/index.ts';

/** What the server needs of the world outside: objects, so that another host (a test, a browser) brings its own. */
export interface ServerHost {
  /** The disk. Unsaved buffers are laid over it by the server. */
  readonly files: FilePort;
  log(level: 'info' | 'warn' | 'error', message: string): void;
}
