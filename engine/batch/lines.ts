import { appendFileSync, mkdirSync, readFileSync, truncateSync } from 'node:fs';
import path from 'node:path';
import type * as z from 'zod';
import { UsageError } from './errors.ts';

/** Appends JSON lines to a file that is not chained (director events, trusted events). A torn last line is cut off first. */
export class LineLog {
  readonly #file: string;
  constructor(file: string) {
    this.#file = file;
    mkdirSync(path.dirname(file), { recursive: true });
    const bytes = readBytes(file);
    const whole = bytes.lastIndexOf(0x0a) + 1;
    if (whole < bytes.length) truncateSync(file, whole);
  }
  append(value: unknown): void {
    appendFileSync(this.#file, `${JSON.stringify(value)}\n`);
  }
}

function readBytes(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return Buffer.alloc(0);
    throw error;
  }
}

/** Reads whole JSON lines; an unfinished last line is left out. Empty when there is no such file. */
export function readLines<T>(file: string, schema: z.ZodType<T>): T[] {
  const bytes = readBytes(file);
  const lines = bytes
    .subarray(0, bytes.lastIndexOf(0x0a) + 1)
    .toString('utf8')
    .split('\n')
    .slice(0, -1);
  return lines.map((line, i) => {
    try {
      return schema.parse(JSON.parse(line));
    } catch (error) {
      throw new UsageError(`${file}:${i + 1}: ${error instanceof Error ? error.message : String(error)}`);
    }
  });
}
