import { normalise } from '../judge/index.ts';

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
  const exact = quote.trim();
  if (exact === '') return null;
  const raw = text.indexOf(exact);
  // Inside a cluster that NFKC joins, or takes apart, the letters alone do not tell.
  if (raw !== -1 && isBorder(text, raw) && isBorder(text, raw + exact.length))
    return { start: raw, end: raw + exact.length };
  const wanted = normalise(quote);
  const at = normal(text).indexOf(wanted);
  return wanted === '' || at === -1 ? null : rawPlace(text, at, at + wanted.length);
}

/** Maps a range of the normalised text to the raw text, walking it once without tables: texts may have 90 MB. */
function rawPlace(text: string, from: number, to: number): Place | null {
  let emitted = 0;
  let start = -1;
  let spaceAt = -1;
  let i = 0;
  while (i < text.length) {
    const next = endOfCluster(text, i);
    const plain = next === i + 1 && isPlain(text.charCodeAt(i));
    const piece = plain ? text.charAt(i) : text.slice(i, next).normalize('NFKC');
    for (const char of piece) {
      if (SPACE.test(char)) {
        if (emitted > 0 && spaceAt === -1) spaceAt = i;
        continue;
      }
      if (spaceAt !== -1) {
        if (emitted === from) start = spaceAt;
        emitted += 1;
        spaceAt = -1;
        if (emitted === to) return { start, end: i };
      }
      if (start === -1 && emitted + char.length > from) start = i;
      emitted += char.length;
      if (emitted >= to) return { start, end: next };
    }
    i = next;
  }
  return null;
}

/** Code units that NFKC leaves as they are, whatever stands before them. */
function isPlain(code: number): boolean {
  return (code > 0x20 && code < 0x7f) || (code >= 0x4e00 && code <= 0x9fff);
}

/** Marks and letters that NFKC may join with what stands before them. */
const JOINS =
  /^[\p{M}\u1160-\u11FF\uD7B0-\uD7FF\u3133\u3135\u3136\u313A-\u3140\u3144\u314F-\u3163\uFF9E\uFF9F\uFFA3\uFFA5\uFFA6\uFFAA-\uFFB0\uFFB4\uFFC2-\uFFDC]/u;

/** Whether no character, in pairs or joined by NFKC, stands on both sides. */
function isBorder(text: string, at: number): boolean {
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
