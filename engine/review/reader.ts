import { statSync, type Stats } from 'node:fs';
import { open, readFile, stat } from 'node:fs/promises';
import type * as z from 'zod';
import type { BatchPaths } from '../batch/paths.ts';
import { insideBatch, leavesBatch } from './inside.ts';
import { parseQuickly, type LongList } from './quick.ts';
import { messageOf, shapeFault, trouble, type Trouble } from './trouble.ts';

/** A string holds no more than 2^29 characters; beyond this a file is not read. Bytes. */
const MAX_BYTES = 400 * 1024 * 1024;

const MB = 1024 * 1024;

/**
 * Reads files of a batch folder without ever failing: what cannot be read is undefined, and a trouble tells it. A
 * file that is not there is no trouble.
 */
export class SoftReader {
  readonly paths: BatchPaths;
  readonly troubles: Trouble[] = [];
  /** Bytes read so far. */
  bytes = 0;

  constructor(paths: BatchPaths) {
    this.paths = paths;
  }

  async text(relative: string): Promise<string | undefined> {
    return (await this.buffer(relative))?.toString('utf8');
  }

  async buffer(relative: string): Promise<Buffer | undefined> {
    return this.#read(relative, async (file, size) => {
      if (size > MAX_BYTES) {
        this.troubles.push(trouble((p) => p.tooLarge(relative, Math.round(size / MB)), file));
        return undefined;
      }
      this.bytes += size;
      return readFile(file);
    });
  }

  /** The first and the last bytes of a file; `head` and `tail` overlap when it is small. */
  async ends(relative: string, head: number, tail: number): Promise<[string, string] | undefined> {
    return this.#read(relative, async (file, size) => {
      const handle = await open(file, 'r');
      try {
        const at = async (from: number, length: number): Promise<string> => {
          const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, from);
          this.bytes += bytesRead;
          return buffer.toString('utf8', 0, bytesRead);
        };
        return [await at(0, Math.min(head, size)), await at(Math.max(0, size - tail), Math.min(tail, size))];
      } finally {
        await handle.close();
      }
    });
  }

  /** Whole lines of a log that fit the model; others are left out and counted, but not a last one that is unfinished. */
  async lines<T>(relative: string, schema: z.ZodType<T>): Promise<readonly T[]> {
    const text = (await this.text(relative)) ?? '';
    const lines = text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .slice(0, -1);
    const read = lines.flatMap((line) => lineOf(line, schema));
    const bad = lines.length - read.length;
    if (bad > 0) this.troubles.push(trouble((p) => p.badLines(relative, bad), this.paths.abs(relative)));
    return read;
  }

  /** Guards a reading: it stays inside the folder, and a pipe, which might never end, is not opened. */
  async #read<T>(
    relative: string,
    read: (file: string, size: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    if (leavesBatch(relative)) {
      this.troubles.push(trouble((p) => p.outside(relative)));
      return undefined;
    }
    const file = this.paths.abs(relative);
    try {
      const found = await stat(file);
      if ((await insideBatch(this.paths.root, relative)) === null) {
        this.troubles.push(trouble((p) => p.outside(relative)));
        return undefined;
      }
      if (!found.isFile()) {
        this.troubles.push(trouble((p) => p.noFile(relative), file));
        return undefined;
      }
      return await read(file, found.size);
    } catch (error) {
      if (!isMissing(error))
        this.troubles.push(trouble((p) => p.cannotRead(relative, messageOf(error)), file));
      return undefined;
    }
  }

  async json(relative: string): Promise<unknown> {
    const text = await this.text(relative);
    if (text === undefined) return undefined;
    try {
      return JSON.parse(text);
    } catch (error) {
      const detail = messageOf(error);
      this.troubles.push(trouble((p) => p.notJson(relative, detail), this.paths.abs(relative)));
      return undefined;
    }
  }

  /**
   * Reads with a model; what it does not accept is read by `loose`, and told unless it is only unknown keys.
   * @param long list of the file that may be long
   */
  async model<T extends object>(
    relative: string,
    schema: z.ZodType<T>,
    loose: (value: unknown) => T | undefined,
    long?: LongList,
  ): Promise<T | undefined> {
    const value = await this.json(relative);
    return value === undefined ? undefined : this.shaped(relative, value, schema, loose, long);
  }

  /** What {@link model} makes of the value of a file that was read. */
  shaped<T extends object>(
    relative: string,
    value: unknown,
    schema: z.ZodType<T>,
    loose: (value: unknown) => T | undefined,
    long?: LongList,
  ): T | undefined {
    const strict = parseQuickly(value, schema, long);
    if (strict.success) return strict.data;
    const fault = shapeFault(strict.error);
    if (fault !== null)
      this.troubles.push(trouble((p) => p.badShape(relative, fault), this.paths.abs(relative)));
    return loose(value);
  }
}

/** A line of a log, or nothing. */
export function lineOf<T>(line: string, schema: z.ZodType<T>): T[] {
  try {
    const read = schema.safeParse(JSON.parse(line));
    return read.success ? [read.data] : [];
  } catch {
    return [];
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
}

/** Time and size of a file or folder; `-` when there is none. It changes whenever the file is written. */
export async function stampOf(file: string): Promise<string> {
  return (await markOf(file)).stamp;
}

export interface Mark {
  readonly stamp: string;
  readonly bytes: number;
}

const NO_FILE: Mark = { stamp: '-', bytes: 0 };

export const isThere = ({ stamp }: Mark): boolean => stamp !== NO_FILE.stamp;

const asMark = ({ mtimeMs, size, ino }: Stats): Mark => ({ stamp: `${mtimeMs}:${size}:${ino}`, bytes: size });

export async function markOf(file: string): Promise<Mark> {
  try {
    return asMark(await stat(file));
  } catch {
    return NO_FILE;
  }
}

/** Marks of the files of one batch: some microseconds each, where waiting for each would take ten times as long. */
export function marksOf(files: readonly string[]): Mark[] {
  return files.map((file) => {
    try {
      const found = statSync(file, { throwIfNoEntry: false });
      return found === undefined ? NO_FILE : asMark(found);
    } catch {
      return NO_FILE;
    }
  });
}
