import type { OffsetRange, Position } from './model.ts';

/** Turns offsets into positions as the Language Server Protocol counts them (lines end at LF, CRLF or CR). */
export class LineIndex {
  readonly #starts: number[] = [0];
  readonly #text: string;

  /** Line ends. */
  get count(): number {
    return this.#starts.length - 1;
  }

  constructor(text: string) {
    this.#text = text;
    for (let i = 0; i < text.length; i++) {
      const code = text.charCodeAt(i);
      if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) this.#starts.push(i + 1);
    }
  }

  positionAt(offset: number): Position {
    const at = Math.max(0, Math.min(offset, this.#text.length));
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= at) low = middle;
      else high = middle;
    }
    return { line: low, character: at - (this.#starts[low] ?? 0) };
  }

  /** The offset of a position; one behind the end of its line is the line's end. */
  offsetAt({ line, character }: Position): number {
    const start = line < 0 ? 0 : (this.#starts[line] ?? this.#text.length);
    return Math.min(start + Math.max(0, character), this.#endOf(Math.max(0, line)));
  }

  /** The offset behind the last character of a line, its line break left out. */
  #endOf(line: number): number {
    const next = this.#starts[line + 1];
    if (next === undefined) return this.#text.length;
    return next - (this.#text.startsWith('\r\n', next - 2) ? 2 : 1);
  }
}

/** What parts of a text can be had of. */
export interface Sliced {
  readonly length: number;
  slice(from: number, to: number): string;
}

/** A range cut at the end of its first line. */
export function firstLine(text: Sliced, range: OffsetRange): OffsetRange {
  const cut = /[\r\n]/.exec(text.slice(range.from, range.to));
  return { from: range.from, to: cut === null ? range.to : range.from + cut.index };
}
