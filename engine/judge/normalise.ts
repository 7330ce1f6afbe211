import { normalPieces } from './collapse.ts';

/** Runs of white space, but for a single space, which is one already. */
const SPACES = /(?! (?!\p{White_Space}))\p{White_Space}+/gu;

/** From here on a text is normalised in pieces. UTF-16 units. */
const LONG = 20_000;

/**
 * The one equality of texts in judging: NFKC, runs of white space as one space, ends trimmed.
 * Nothing fuzzy: what NFKC keeps apart (a Cyrillic а, U+200B, Arabic digits) stays apart.
 */
export function normalise(text: string): string {
  if (text.length < LONG) return text.normalize('NFKC').replace(SPACES, ' ').trim();
  const pieces: string[] = [];
  for (const { normal } of normalPieces(text)) pieces.push(normal);
  return pieces.join('').trim();
}

/** Number of characters (code points) of a normalised text. */
export function lengthOf(normalised: string): number {
  let length = 0;
  // Not as an array of its characters: a quote may be a whole message of 90 MB.
  for (let i = 0; i < normalised.length; i++) {
    if ((normalised.codePointAt(i) ?? 0) > 0xffff) i += 1;
    length += 1;
  }
  return length;
}

/** Whether `text` holds `part`, both compared after normalisation. An empty part is held by nothing. */
export function holdsText(text: string, part: string): boolean {
  const wanted = normalise(part);
  return wanted !== '' && normalise(text).includes(wanted);
}
