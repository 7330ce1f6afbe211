import type { SourceFile } from './model.ts';
import { tell, toldIn, type Told } from './told.ts';

/** Longest text that is read, in characters. Beyond it one finding says so, and nothing else is looked at. */
export const LIMIT = { yaml: 8_000_000, json: 24_000_000, markdown: 500_000 } as const;

/** How a file is written, by its name. */
export function formatOf(path: string): SourceFile['format'] {
  return /\.json$/i.test(path) ? 'json' : /\.md$/i.test(path) ? 'markdown' : 'yaml';
}

/** Says that a text is longer than what is read. */
export function tooLarge(format: SourceFile['format']): Told {
  return tell`The file is longer than ${LIMIT[format] / 1e6} million characters and is not read. Split it.`;
}

/** A file that is too long by its size already: it is not even taken into memory. */
export class TooLargeError extends Error {
  override readonly name = 'TooLargeError';
  readonly told: Told;

  constructor(told: Told) {
    super(toldIn(told));
    this.told = told;
  }
}

/** Bytes that a character takes at most; four-byte ones count as two characters. */
const WIDEST = 3;

/** @throws TooLargeError */
export function refuseHuge(path: string, bytes: number): void {
  const format = formatOf(path);
  if (bytes > LIMIT[format] * WIDEST) throw new TooLargeError(tooLarge(format));
}
