import type { FilePort } from '../engine/evalset/index.ts';

/** What the server needs of the world outside: objects, so that another host (a test, a browser) brings its own. */
export interface ServerHost {
  /** The disk. Unsaved buffers are laid over it by the server. */
  readonly files: FilePort;
  /** The day of now at this place, YYYY-MM-DD: dates are shown on it where no world names a day. */
  today(): string;
  log(level: 'info' | 'warn' | 'error', message: string): void;
}
