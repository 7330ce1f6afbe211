import type { OffsetRange } from './model.ts';

/** Length of a run, white space left out, from which on two texts are held to share it by more than chance. */
export const LEAK_LENGTH = 20;
/**
 * Every run of LEAK_LENGTH characters holds a whole gram that begins at a multiple of STRIDE, so an index of those
 * finds every run.
 */
const GRAM = 11;
const STRIDE = LEAK_LENGTH - GRAM + 1;

/** A text without white space, and where each of its characters stands in the original. */
interface Squeezed {
  readonly text: string;
  readonly places: readonly number[];
}

function squeeze(text: string): Squeezed {
  const places: number[] = [];
  let squeezed = '';
  for (const { 0: run, index } of text.matchAll(/\S+/g)) {
    for (let i = 0; i < run.length; i++) places.push(index + i);
    squeezed += run;
  }
  return { text: squeezed, places };
}

export interface Leak<T> {
  readonly span: OffsetRange;
  readonly owner: T;
}

/** Finds runs of hidden texts in other texts. */
export class HiddenTexts<T> {
  readonly #grams = new Map<string, { readonly text: string; readonly at: number; readonly owner: T }[]>();

  add(text: string, owner: T): void {
    const hidden = squeeze(text).text;
    if (hidden.length < LEAK_LENGTH) return;
    for (let at = 0; at + GRAM <= hidden.length; at += STRIDE) {
      const gram = hidden.slice(at, at + GRAM);
      const places = this.#grams.get(gram);
      if (places === undefined) this.#grams.set(gram, [{ text: hidden, at, owner }]);
      // A gram that stands in many hidden texts (a fixed phrase) is looked up in the first few.
      else if (places.length < 32) places.push({ text: hidden, at, owner });
    }
  }

  /** The leaks in a text, from left to right, none inside another. */
  leaksIn(text: string): Leak<T>[] {
    if (this.#grams.size === 0 || text.length < LEAK_LENGTH) return [];
    const { text: sent, places } = squeeze(text);
    const leaks: Leak<T>[] = [];
    let at = 0;
    while (at + GRAM <= sent.length) {
      const run = this.#longest(sent, at);
      if (run === null) {
        at += 1;
        continue;
      }
      const from = places[run.from] ?? 0;
      const to = (places[run.to - 1] ?? from) + 1;
      leaks.push({ span: { from, to }, owner: run.owner });
      at = Math.max(run.to, at + 1);
    }
    return leaks;
  }

  #longest(sent: string, at: number): (OffsetRange & { owner: T }) | null {
    let best: (OffsetRange & { owner: T }) | null = null;
    for (const { text, at: place, owner } of this.#grams.get(sent.slice(at, at + GRAM)) ?? []) {
      let before = 0;
      while (at > before && place > before && sent[at - before - 1] === text[place - before - 1]) before += 1;
      let after = GRAM;
      while (
        at + after < sent.length &&
        place + after < text.length &&
        sent[at + after] === text[place + after]
      )
        after += 1;
      if (before + after < LEAK_LENGTH) continue;
      if (best === null || before + after > best.to - best.from)
        best = { from: at - before, to: at + after, owner };
    }
    return best;
  }
}
