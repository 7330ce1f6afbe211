import { closeSync, fchmodSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Operation } from './operation.ts';

/** `[collection, key, row]`; a null row is a deletion. */
export type Write = readonly [collection: string, key: string, row: unknown];

/** One transaction: what it wrote and the operations it stands for. */
export interface JournalLine {
  readonly w: readonly Write[];
  readonly ops: readonly Operation[];
}

function isJournalLine(value: unknown): value is JournalLine {
  return (
    typeof value === 'object' &&
    value !== null &&
    'w' in value &&
    Array.isArray(value.w) &&
    'ops' in value &&
    Array.isArray(value.ops)
  );
}

/**
 * The append-only state file. Every line is written whole before the answer of its request is sent, so a killed
 * process loses nothing that a client has seen; a torn last line belongs to a request nobody got an answer to.
 */
export class Journal {
  private constructor(private readonly fd: number) {}

  /**
   * Opens (or makes) the file and replays it, healing a torn last line.
   * @throws Error when a line before the last is damaged: that is not a kill, and is never repaired silently
   */
  static open(file: string, replay: (line: JournalLine) => void): Journal {
    const fd = openSync(file, 'a+', 0o600);
    try {
      fchmodSync(fd, 0o600);
      const { whole, all } = Journal.read(file, replay);
      if (whole < all) ftruncateSync(fd, whole);
    } catch (error) {
      closeSync(fd);
      throw error;
    }
    return new Journal(fd);
  }

  /**
   * Replays the file and writes nothing; a torn last line is left out. Returns bytes of whole lines, and of all.
   * @throws Error as `open` does, and when there is no such file
   */
  static read(file: string, replay: (line: JournalLine) => void): { whole: number; all: number } {
    const bytes = readFileSync(file);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    const lines = bytes.subarray(0, whole).toString('utf8').split('\n').slice(0, -1);
    lines.forEach((text, i) => replay(Journal.parse(text, file, i + 1)));
    return { whole, all: bytes.length };
  }

  private static parse(text: string, file: string, line: number): JournalLine {
    const damaged = `${file}:${line} is damaged; restore the file from a copy, or start with a new state file`;
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new Error(damaged, { cause });
    }
    if (!isJournalLine(value)) throw new Error(damaged);
    return value;
  }

  append(line: JournalLine): void {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
    for (let at = 0; at < bytes.length;) at += writeSync(this.fd, bytes, at);
  }

  close(): void {
    closeSync(this.fd);
  }
}
