import type { Verdict } from '../../schemas/index.ts';
import type { Words } from './words.ts';

type Void = NonNullable<Verdict['void']>;
type VoidQuote = Void['quotes'][number];

/** Longest quote in a line of text; the verdict file has more of it. */
const MOST_CHARACTERS = 80;

/** The hidden texts that a void case has of, in a few words: the first one, and how many more there are. */
export function voidCause(voided: Verdict['void'], words: Words): string {
  const first = voided?.quotes[0];
  if (voided === undefined || first === undefined) return words.voidCause;
  return words.voidedBy(hiddenAt(first), voided.total - 1);
}

/** A line for each leak: what was written where, and where it is hidden. */
export function voidLines(voided: Verdict['void'], words: Words): { text: string; file: string }[] {
  return (voided?.quotes ?? []).map((quote) => ({
    text: words.voidLine(
      Array.from(quote.quote).length > MOST_CHARACTERS
        ? `${Array.from(quote.quote).slice(0, MOST_CHARACTERS).join('')}…`
        : quote.quote,
      quote.written,
      quote.path,
      hiddenAt(quote),
      quote.kind === 'canary',
    ),
    file: quote.hidden.file,
  }));
}

const hiddenAt = ({ hidden }: VoidQuote): string =>
  hidden.pointer === '' ? hidden.file : `${hidden.file}#${hidden.pointer}`;
