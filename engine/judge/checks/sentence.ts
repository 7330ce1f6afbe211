import { holdsText, lengthOf, normalise } from '../normalise.ts';
import { MIN_QUOTE } from '../quotes.ts';

/** A sentence or line: up to its closing mark and what closes behind it (quotes, brackets, emphasis). */
const SENTENCE = /[^\n]*?(?:[。！？!?；;]+|\.(?=\s|$))[”’」』）)\]"'*_]*|[^\n]+?(?=\n|$)|\n+/gu;

/** Ends of the sentences and lines of a text; together they cover it. */
function cuts(text: string): number[] {
  const ends = [...text.matchAll(SENTENCE)].map((match) => match.index + match[0].length);
  return ends.at(-1) === text.length ? ends : [...ends, text.length];
}

/** Smallest index in [from, to] for which `test` holds; it holds from there on, and at `to`. */
function firstIndex(from: number, to: number, test: (index: number) => boolean): number {
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * The sentence or line (or the run of them) of a text that holds `needle`, as it stands in the text, long
 * enough for a quote or else the whole text. The first sentence when the needle is empty; null when the text
 * has nothing to quote or does not hold the needle.
 */
export function sentenceWith(text: string, needle: string): string | null {
  if (normalise(text) === '') return null;
  const ends = cuts(text);
  const startOf = (index: number): number => (index === 0 ? 0 : (ends[index - 1] ?? 0));
  const part = (from: number, to: number): string => text.slice(startOf(from), ends[to]);
  const last = ends.length - 1;
  const test =
    normalise(needle) === ''
      ? (value: string): boolean => normalise(value) !== ''
      : (value: string): boolean => holdsText(value, needle);
  if (!test(text)) return null;
  let to = firstIndex(0, last, (index) => test(part(0, index)));
  let from = to - firstIndex(0, to, (back) => test(part(to - back, to)));
  while (lengthOf(normalise(part(from, to))) < MIN_QUOTE && (to < last || from > 0)) {
    if (to < last) to += 1;
    else from -= 1;
  }
  return part(from, to).trim();
}
