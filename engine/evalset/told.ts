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
