import { Buffer } from 'node:buffer';

/** Units of a text that are worked on at once. */
const SLICE = 1 << 16;

/** Characters that NFKC leaves alone among themselves: ASCII, Chinese, kana, Hangul syllables. No marks. */
const INERT = /^[\0-\x7F、。\u3041-\u3096\u30A1-\u30FA\u4E00-\u9FFF\uAC00-\uD7A3]*$/;

/**
 * Whether NFKC never joins this unit with what stands before it, and it is no white space: a text may be cut before it,
 * and the normal forms of the two parts are, joined, that of the whole.
 */
export function isBorder(code: number): boolean {
  if (code < 0x7f) return code > 0x20;
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3041 && code <= 0x3096) ||
    (code >= 0x30a1 && code <= 0x30fa) ||
    (code >= 0xac00 && code <= 0xd7a3)
  );
}

/** Code units of `\p{White_Space}`; none of them is half of a pair. */
function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  if (code < 0x1680) return code === 0x85 || code === 0xa0;
  return (
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x1680 ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000
  );
}

export interface NormalPiece {
  /** Where the piece begins in the text, UTF-16. */
  readonly from: number;
  /** The piece after NFKC, its runs of white space as one space. */
  readonly normal: string;
}

/**
 * A long text in pieces whose normal forms, joined, are that of the whole before its ends are trimmed. A text of 90 MB
 * with millions of spaces takes a second in this way, and a minute with one regular expression.
 */
export function* normalPieces(text: string, size: number = SLICE): Generator<NormalPiece> {
  let units = new Uint16Array(0);
  let from = 0;
  while (from < text.length) {
    let to = Math.min(text.length, from + size);
    while (to < text.length && !isBorder(text.charCodeAt(to))) to += 1;
    const raw = text.slice(from, to);
    const composed = INERT.test(raw) ? raw : raw.normalize('NFKC');
    if (units.length < composed.length) units = new Uint16Array(composed.length);
    yield { from, normal: collapsed(composed, units) };
    from = to;
  }
}

function collapsed(text: string, units: Uint16Array): string {
  let length = 0;
  let wide = 0;
  let inRun = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const space = isSpace(code);
    if (space && inRun) continue;
    inRun = space;
    units[length++] = space ? 0x20 : code;
    wide |= code;
  }
  const kept = units.subarray(0, length);
  // A text of narrow units stays narrow: half the memory.
  if (wide < 0x100) return Buffer.from(kept).toString('latin1');
  return Buffer.from(kept.buffer, kept.byteOffset, kept.byteLength).toString('utf16le');
}
