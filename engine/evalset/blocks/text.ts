import type { Position } from '../model.ts';
import { signsOf, signsOfAll, type TextSigns } from '../text-signs.ts';

/** Characters of a chunk: small enough to be made anew at each key press, large enough that there are few. */
const CHUNK = 16_384;

/** A run of a text. Never parts CR from LF. */
interface Chunk {
  readonly text: string;
  /** Line ends in it. */
  readonly breaks: number;
  readonly signs: TextSigns;
}

/**
 * A text of which a change makes a new one without a copy of all the rest. Both share what is the same, and by that it is
 * seen where they differ. Positions as in the Language Server Protocol (lines end at LF, CRLF or CR).
 */
export class Text {
  readonly #chunks: readonly Chunk[];
  readonly #starts: readonly number[];
  /** The part of the chunks that is this text. */
  readonly #from: number;
  readonly #to: number;

  readonly #size: number;

  private constructor(
    chunks: readonly Chunk[],
    starts: readonly number[],
    from: number,
    to: number,
    size: number,
  ) {
    this.#size = size;
    this.#chunks = chunks;
    this.#starts = starts;
    this.#from = from;
    this.#to = to;
  }

  /** @param size characters of a chunk */
  static of(text: string, size = CHUNK): Text {
    return Text.#whole(chunksOf(text, size), size);
  }

  static #whole(chunks: readonly Chunk[], size: number): Text {
    const starts: number[] = [];
    let length = 0;
    for (const chunk of chunks) {
      starts.push(length);
      length += chunk.text.length;
    }
    return new Text(chunks, starts, 0, length, size);
  }

  /** How many pieces it is made of. */
  get chunkCount(): number {
    return this.#chunks.length;
  }

  get length(): number {
    return this.#to - this.#from;
  }

  toString(): string {
    return this.slice(0);
  }

  slice(from: number, to = this.length): string {
    const start = this.#from + Math.max(0, Math.min(from, this.length));
    const end = this.#from + Math.max(0, Math.min(to, this.length));
    if (start >= end) return '';
    const parts: string[] = [];
    for (let i = this.#chunkAt(start); i < this.#chunks.length && this.#startOf(i) < end; i++) {
      const at = this.#startOf(i);
      parts.push(this.#textOf(i).slice(Math.max(0, start - at), end - at));
    }
    return parts.length === 1 ? (parts[0] ?? '') : parts.join('');
  }

  /** A part of it, without a copy. */
  view(from: number, to = this.length): Text {
    return new Text(
      this.#chunks,
      this.#starts,
      this.#from + from,
      this.#from + Math.max(from, to),
      this.#size,
    );
  }

  /** With other characters in place of a part. */
  with(from: number, to: number, put: string): Text {
    if (this.#from !== 0 || this.#to !== this.#end())
      return Text.of(this.toString(), this.#size).with(from, to, put);
    let first = this.#chunkAt(from);
    let last = this.#chunkAt(Math.max(from, to - 1));
    const around = (): string =>
      this.slice(this.#startOf(first), from) +
      put +
      this.slice(to, this.#startOf(last) + this.#textOf(last).length);
    // CR and LF that came to stand beside each other are one line end.
    if (around().startsWith('\n') && this.#textOf(first - 1).endsWith('\r')) first -= 1;
    if (around().endsWith('\r') && this.#textOf(last + 1).startsWith('\n')) last += 1;
    let made = around();
    // Small neighbours are taken in, so that a text that is written and deleted again does not end in crumbs.
    while (made.length < this.#size / 2 && last + 1 < this.#chunks.length) {
      last += 1;
      made = around();
    }
    const chunks = [
      ...this.#chunks.slice(0, first),
      ...chunksOf(made, this.#size),
      ...this.#chunks.slice(last + 1),
    ];
    return Text.#whole(chunks, this.#size);
  }

  /** Of the text that this is a part of, if it is a part. */
  get signs(): TextSigns {
    return signsOfAll(this.#chunks);
  }

  /** Offset of the first such character from `from` on; -1 when there is none. */
  indexOf(char: string, from = 0): number {
    const start = this.#from + Math.max(0, from);
    for (let i = this.#chunkAt(start); i < this.#chunks.length && this.#startOf(i) < this.#to; i++) {
      const at = this.#startOf(i);
      const found = this.#textOf(i).indexOf(char, Math.max(0, start - at));
      if (found >= 0) return at + found < this.#to ? at + found - this.#from : -1;
    }
    return -1;
  }

  /** Offset of the last such character up to `from`; -1 when there is none. */
  lastIndexOf(char: string, from: number): number {
    if (from < 0) return -1;
    const start = this.#from + from;
    for (let i = this.#chunkAt(start); i >= 0; i--) {
      const at = this.#startOf(i);
      const found = this.#textOf(i).lastIndexOf(char, start - at);
      if (found >= 0) return at + found >= this.#from ? at + found - this.#from : -1;
      if (at <= this.#from) return -1;
    }
    return -1;
  }

  /** How many characters at the beginning are those of another text. */
  samePrefix(other: Text): number {
    const most = Math.min(this.length, other.length);
    let same = 0;
    while (same < most) {
      const [a, b] = [this.#rest(same), other.#rest(same)];
      const length = Math.min(a.text.length - a.at, b.text.length - b.at, most - same);
      if (!(a.text === b.text && a.at === b.at)) {
        const [left, right] = [a.text.slice(a.at, a.at + length), b.text.slice(b.at, b.at + length)];
        if (left !== right)
          return same + sameLength(length, (from, to) => left.slice(from, to) === right.slice(from, to));
      }
      same += length;
    }
    return most;
  }

  /** How many characters at the end are those of another text, `most` at most. */
  sameSuffix(other: Text, most: number): number {
    let same = 0;
    while (same < most) {
      const [a, b] = [this.#rest(this.length - same - 1), other.#rest(other.length - same - 1)];
      const length = Math.min(a.at + 1, b.at + 1, most - same);
      if (!(a.text === b.text && a.at === b.at)) {
        const left = a.text.slice(a.at + 1 - length, a.at + 1);
        const right = b.text.slice(b.at + 1 - length, b.at + 1);
        if (left !== right)
          return (
            same +
            sameLength(
              length,
              (from, to) =>
                left.slice(length - to, length - from) === right.slice(length - to, length - from),
            )
          );
      }
      same += length;
    }
    return most;
  }

  /** Of a whole text, not of a view. A character behind the end of its line is the line's end. */
  offsetAt({ line, character }: Position): number {
    if (line < 0) return 0;
    let left = line;
    let i = 0;
    while (i < this.#chunks.length && left > (this.#chunks[i]?.breaks ?? 0)) {
      left -= this.#chunks[i]?.breaks ?? 0;
      i += 1;
    }
    if (i >= this.#chunks.length) return this.length;
    let start = this.#startOf(i);
    if (left > 0) {
      let seen = 0;
      for (const match of this.#textOf(i).matchAll(LINE_ENDS)) {
        seen += 1;
        if (seen < left) continue;
        start += match.index + match[0].length;
        break;
      }
    }
    const rest = this.slice(start, start + Math.max(0, character));
    const cut = /[\r\n]/.exec(rest);
    return start + (cut === null ? rest.length : cut.index);
  }

  #rest(offset: number): { readonly text: string; readonly at: number } {
    const i = this.#chunkAt(this.#from + offset);
    return { text: this.#textOf(i), at: this.#from + offset - this.#startOf(i) };
  }

  #end(): number {
    return this.#chunks.length === 0
      ? 0
      : this.#startOf(this.#chunks.length - 1) + this.#textOf(this.#chunks.length - 1).length;
  }

  #textOf(i: number): string {
    return this.#chunks[i]?.text ?? '';
  }

  #startOf(i: number): number {
    return this.#starts[i] ?? 0;
  }

  #chunkAt(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low;
  }
}

const LINE_ENDS = /\r\n|\r|\n/g;

function chunksOf(text: string, size: number): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + size, text.length);
    if (end < text.length && text[end - 1] === '\r' && text[end] === '\n') end += 1;
    // A text of its own: a slice would hold on to the whole that it was cut from.
    const part = structuredClone(text.slice(at, end));
    const signs = signsOf(part);
    chunks.push({ text: part, breaks: signs.lf + signs.crlf + signs.cr, signs });
    at = end;
  }
  return chunks;
}

/** The greatest length up to `most` at which two texts are the same; `same` says it of a part of them. */
function sameLength(most: number, same: (from: number, to: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (same(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
