/** Runs of white space, but for a single space, which is one already: a text of 90 MB may have millions. */
const SPACES = /(?! (?!\p{White_Space}))\p{White_Space}+/gu;

/**
 * The one equality of texts in judging: NFKC, runs of white space as one space, ends trimmed.
 * Nothing fuzzy: what NFKC keeps apart (a Cyrillic а, U+200B, Arabic digits) stays apart.
 */
export function normalise(text: string): string {
  return text.normalize('NFKC').replace(SPACES, ' ').trim();
}

/** Number of characters (code points) of a normalised text. */
export function lengthOf(normalised: string): number {
  return Array.from(normalised).length;
}

/** Whether `text` holds `part`, both compared after normalisation. An empty part is held by nothing. */
export function holdsText(text: string, part: string): boolean {
  const wanted = normalise(part);
  return wanted !== '' && normalise(text).includes(wanted);
}
