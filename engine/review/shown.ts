import type { ShownText } from '../../schemas/review.ts';
import type { Place } from './normal-place.ts';

/** How much of long texts is shown at once. UTF-16 units. */
export interface Limits {
  readonly head: number;
  /** Around each quote. */
  readonly around: number;
}

export const LIMITS: Limits = { head: 4000, around: 400 };

/** Of a quote that is longer than this only its beginning is shown. */
const MAX_QUOTE = 2000;
/** Quotes of one text that are shown beyond its head. */
const MAX_PLACES = 40;

/**
 * The beginning of a text and what stands around its quotes; pieces that touch are one. No piece begins or ends in the
 * middle of a character.
 */
export function shownText(text: string, places: readonly Place[], limits: Limits = LIMITS): ShownText {
  const { length } = text;
  if (length <= limits.head) return { parts: length === 0 ? [] : [{ from: 0, text }], length };
  const wanted = [
    { start: 0, end: limits.head },
    ...places.slice(0, MAX_PLACES).map(({ start, end }) => ({
      start: Math.max(0, start - limits.around),
      end: Math.min(length, Math.min(end, start + MAX_QUOTE) + limits.around),
    })),
  ].sort((a, b) => a.start - b.start);
  const merged: { start: number; end: number }[] = [];
  for (const { start, end } of wanted) {
    const from = whole(text, start);
    const to = whole(text, end);
    const last = merged.at(-1);
    if (last !== undefined && from <= last.end) last.end = Math.max(last.end, to);
    else merged.push({ start: from, end: to });
  }
  return { parts: merged.map(({ start, end }) => ({ from: start, text: text.slice(start, end) })), length };
}

/** A slice of a text that does not end in the middle of a character; it may be one unit longer than asked. */
export function sliceOf(text: string, from: number, count: number): string {
  const end = Math.min(text.length, from + count);
  return text.slice(from, inPair(text, end) ? end + 1 : end);
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff;
const isLow = (code: number): boolean => code >= 0xdc00 && code <= 0xdfff;
const inPair = (text: string, at: number): boolean =>
  isLow(text.charCodeAt(at)) && isHigh(text.charCodeAt(at - 1));

/** Moves back to the beginning of a pair, so that none is cut. */
function whole(text: string, at: number): number {
  return inPair(text, at) ? at - 1 : at;
}
