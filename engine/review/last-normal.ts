import { normalise } from '../judge/index.ts';

/** Longer texts are remembered one at a time only. UTF-16 units. */
const LONG = 10_000;

/** `normalise` that remembers, for as long as the quotes of one case are looked for in the same texts. */
export class NormalTexts {
  readonly #short = new Map<string, string>();
  #last: { readonly text: string; readonly normal: string } | null = null;

  readonly of = (text: string): string => {
    if (text.length < LONG) {
      let normal = this.#short.get(text);
      if (normal === undefined) this.#short.set(text, (normal = normalise(text)));
      return normal;
    }
    if (this.#last?.text !== text) this.#last = { text, normal: normalise(text) };
    return this.#last.normal;
  };

  /** Lets go of all texts: who holds on to `of` does not hold them. */
  clear(): void {
    this.#short.clear();
    this.#last = null;
  }
}
