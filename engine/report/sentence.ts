import type { Sentence } from '../../schemas/review.ts';

/** Puts pieces together: strings, links and sentences; neighbouring strings become one. */
export function say(...pieces: readonly (string | Sentence | { readonly point: string })[]): Sentence {
  const flat = pieces.flatMap((piece) => (Array.isArray(piece) ? piece : [piece]));
  const joined: Sentence = [];
  for (const piece of flat) {
    const last = joined.at(-1);
    if (typeof piece !== 'string') joined.push(piece);
    else if (piece === '') continue;
    else if (typeof last === 'string') joined[joined.length - 1] = last + piece;
    else joined.push(piece);
  }
  return joined;
}

/** Links to points, with a separator between them. */
export function linked(ids: readonly string[], separator = ', '): Sentence {
  return ids.flatMap((point, i) => (i === 0 ? [{ point }] : [separator, { point }]));
}

/** Sentences one after the other. */
export function joined(parts: readonly Sentence[], separator: string): Sentence {
  return say(...parts.flatMap((part, i) => (i === 0 ? [part] : [separator, part])));
}

/** A sentence without its links: for terminals and files. */
export function plain(sentence: Sentence): string {
  return sentence.map((piece) => (typeof piece === 'string' ? piece : piece.point)).join('');
}
