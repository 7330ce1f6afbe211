/**
 * A sentence that can be told in more than one language: its English words with numbered places (`"{0}" is not among
 * {1}.`), and what stands in them. A place may hold a sentence of its own.
 */
export interface Told {
  readonly words: string;
  readonly values: readonly (string | Told)[];
}

/** Makes a sentence out of a template literal: its text is the key under which a language has its own words. */
export function tell(parts: TemplateStringsArray, ...values: readonly (string | number | Told)[]): Told {
  const words = parts.reduce((all, part, i) => `${all}{${i - 1}}${part}`);
  return { words, values: values.map((value) => (typeof value === 'number' ? String(value) : value)) };
}

/** A phrase out of a table (the title of a kind, the message of a schema): its English words are its key. */
export function phrase(words: string): Told {
  return { words, values: [] };
}

/** A list of phrases, with what stands between two of them: a template of two places. */
export function joined(phrases: readonly Told[], between: (a: Told, b: Told) => Told): Told | '' {
  return phrases.reduce<Told | ''>((all, one) => (all === '' ? one : between(all, one)), '');
}

/** The parts of a problem that tell it: in English, and in any language. */
export function said(told: Told): { readonly message: string; readonly told: Told } {
  return { message: toldIn(told), told };
}

/** Words of a language by the English ones. What is not among them stays English. */
export type Sentences = ReadonlyMap<string, string>;

/** The sentence in a language; in English where none is given. */
export function toldIn(told: Told, language?: Sentences): string {
  const words = language?.get(told.words) ?? told.words;
  return words.replaceAll(/\{(\d+)\}/g, (place, index: string) => {
    const value = told.values[Number(index)];
    return value === undefined ? place : typeof value === 'string' ? value : toldIn(value, language);
  });
}
