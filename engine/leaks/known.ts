import { normalise } from './normalise.ts';
import type { HiddenText, KnownText } from './model.ts';

/** Length of a piece that an agent knows as such, in UTF-16 units of the normalised text. */
const PHRASE = 12;
const SHORT_PHRASE = 8;
/** Chinese says in four characters what takes twelve letters. */
const HAN_PHRASE = 4;
const HAN = /^\p{Script=Han}+$/u;

type Grams = ReadonlyMap<string, number>;

/**
 * What an agent may know, and since when. It answers which characters of a text are known by an instant: those in a phrase
 * that stands in a known text, or in a name. The indexes are made when they are first asked for: most agents never
 * write a run of a hidden text.
 */
export class Known {
  readonly #texts: readonly { readonly text: string; readonly from: number }[];
  readonly #names: readonly string[];
  readonly #indexes = new Map<number, Grams>();

  /** @param names of people, groups, documents: known wherever they stand */
  constructor(texts: readonly KnownText[], names: readonly string[]) {
    this.#texts = texts.map(({ text, from }) => ({ text: normalise(text).text, from: from ?? -Infinity }));
    this.#names = [...new Set(names.map((name) => normalise(name).text).filter((name) => name.length >= 2))];
  }

  /** For each unit of a normalised text, whether the agent may know it. */
  covers(text: string, at: number, kind: HiddenText['kind']): boolean[] {
    const covered = new Array<boolean>(text.length).fill(false);
    if (kind === 'canary') return covered;
    const pieces = kind === 'answer' ? [PHRASE, SHORT_PHRASE, HAN_PHRASE] : [PHRASE];
    for (const length of pieces) {
      const grams = this.#gramsOf(length);
      for (let i = 0; i + length <= text.length; i++) {
        const since = grams.get(text.slice(i, i + length));
        if (since !== undefined && since <= at) covered.fill(true, i, i + length);
      }
    }
    for (const name of this.#names)
      for (let i = text.indexOf(name); i !== -1; i = text.indexOf(name, i + 1))
        covered.fill(true, i, i + name.length);
    return covered;
  }

  #gramsOf(length: number): Grams {
    const made = this.#indexes.get(length);
    if (made !== undefined) return made;
    const grams = new Map<string, number>();
    for (const { text, from } of this.#texts) {
      for (let i = 0; i + length <= text.length; i++) {
        const gram = text.slice(i, i + length);
        if (length === HAN_PHRASE && !HAN.test(gram)) continue;
        const since = grams.get(gram);
        if (since === undefined || from < since) grams.set(gram, from);
      }
    }
    this.#indexes.set(length, grams);
    return grams;
  }
}
