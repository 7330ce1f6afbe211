import { normalise, normalPieces } from '../judge/index.ts';

export interface Place {
  /** Offsets in the raw text, UTF-16. */
  readonly start: number;
  readonly end: number;
}

const SPACE = /\p{White_Space}/u;

/**
 * Where a quote stands in a text, found as the verifier finds it (after NFKC and with white space made one), told in
 * offsets of the raw text. Null when it does not stand there. A character that NFKC takes apart is marked whole.
 */
export function placeOf(text: string, quote: string, normal = normalise): Place | null {
  return finderOf(quote, normal)(text);
}

/** {@link placeOf} of one quote in many texts: the quote is normalised once. */
export function finderOf(quote: string, normal = normalise): (text: string) => Place | null {
  const exact = quote.trim();
  const wanted = normalise(quote);
  return (text) => {
    if (exact === '') return null;
    const raw = text.indexOf(exact);
    // Inside a cluster that NFKC joins, or takes apart, the letters alone do not tell.
    if (raw !== -1 && isSeam(text, raw) && isSeam(text, raw + exact.length))
      return { start: raw, end: raw + exact.length };
    if (wanted === '') return null;
    const at = normal(text).indexOf(wanted);
    return at === -1 ? null : rawPlace(text, at, at + wanted.length);
  };
}

/** Maps a range of the normalised text to the raw text. Whole pieces are passed over; the rest is walked. */
function rawPlace(text: string, from: number, to: number): Place | null {
  let start = -1;
  let passed = 0;
  // What is trimmed from the beginning of the whole stands in the first piece, or in nothing.
  let trimmed: number | null = null;
  for (const { from: at, normal } of normalPieces(text)) {
    trimmed ??= normal.length - normal.trimStart().length;
    const range = { from: from + trimmed - passed, to: to + trimmed - passed };
    if (start === -1 && range.from < normal.length) start = walk(text, at, range.from).start;
    if (range.to <= normal.length) return { start, end: walk(text, at, range.to - 1).end };
    passed += normal.length;
  }
  return null;
}

/** The raw characters of which the unit `wanted` of the normal form of the text behind `at` is made. */
function walk(text: string, at: number, wanted: number): Place {
  let emitted = 0;
  let spaceAt = -1;
  let i = at;
  while (i < text.length) {
    const next = endOfCluster(text, i);
    const plain = next === i + 1 && isPlain(text.charCodeAt(i));
    const piece = plain ? text.charAt(i) : text.slice(i, next).normalize('NFKC');
    for (const char of piece) {
      if (SPACE.test(char)) {
        if (spaceAt === -1) spaceAt = i;
        continue;
      }
      if (spaceAt !== -1) {
        if (emitted === wanted) return { start: spaceAt, end: i };
        emitted += 1;
        spaceAt = -1;
      }
      if (emitted + char.length > wanted) return { start: i, end: next };
      emitted += char.length;
    }
    i = next;
  }
  return { start: spaceAt === -1 ? text.length : spaceAt, end: text.length };
}

/** Code units that NFKC leaves as they are, whatever stands before them. */
function isPlain(code: number): boolean {
  return (code > 0x20 && code < 0x7f) || (code >= 0x4e00 && code <= 0x9fff);
}

/** Marks and letters that NFKC may join with what stands before them. */
const JOINS =
  /^[\p{M}\u1160-\u11FF\uD7B0-\uD7FF\u3133\u3135\u3136\u313A-\u3140\u3144\u314F-\u3163\uFF9E\uFF9F\uFFA3\uFFA5\uFFA6\uFFAA-\uFFB0\uFFB4\uFFC2-\uFFDC]/u;

/** Whether no character, in pairs or joined by NFKC, stands on both sides. */
function isSeam(text: string, at: number): boolean {
  const low = (text.charCodeAt(at) & 0xfc00) === 0xdc00 && (text.charCodeAt(at - 1) & 0xfc00) === 0xd800;
  return !low && !joinsBefore(text, at);
}

function joinsBefore(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code) || code < 0x300 || isPlain(code)) return false;
  return JOINS.test(text.slice(at, at + 2));
}

function endOfCluster(text: string, at: number): number {
  let end = at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
  while (end < text.length && joinsBefore(text, end)) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end;
}
