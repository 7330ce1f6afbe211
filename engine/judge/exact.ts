import { isBorder } from './collapse.ts';

/**
 * Whether a normalised quote stands in a raw text to the letter, at a place where normalising the text cannot change it.
 * True: the normalised text holds the quote, too. False: it is not known, normalise and look.
 */
export function standsExactly(text: string, quote: string): boolean {
  // A quote that is normalised begins and ends with no white space; its first letter must not join what is before it.
  if (!isBorder(quote.charCodeAt(0))) return false;
  const at = text.indexOf(quote);
  if (at === -1) return false;
  const end = at + quote.length;
  if (end === text.length) return true;
  const next = text.charCodeAt(end);
  return isBorder(next) || next === 0x20 || next === 0x0a;
}
