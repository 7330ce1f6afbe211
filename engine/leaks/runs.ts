import { LEAK_LENGTH } from './model.ts';

/**
 * Every run of LEAK_LENGTH code points has at least as many UTF-16 units, so it holds a whole gram that begins at a
 * multiple of STRIDE: an index of those finds every run.
 */
const GRAM = 10;
const STRIDE = LEAK_LENGTH - GRAM + 1;
/** A gram that stands in more texts than that is a fixed phrase: it is looked up in the first of them. */
const MOST_PLACES = 64;

/** A run that a text shares with a hidden one, as long as it goes. Offsets in UTF-16 units of the normalised text. */
export interface Run<T> {
  readonly from: number;
  readonly to: number;
  readonly owner: T;
}

/** An index of normalised texts that finds what another text shares with them. */
export class RunIndex<T> {
  readonly #places = new Map<string, { readonly text: string; readonly at: number; readonly owner: T }[]>();

  add(text: string, owner: T): void {
    for (let at = 0; at + GRAM <= text.length; at += STRIDE) {
      const gram = text.slice(at, at + GRAM);
      // A row of one character would be begun anew at every place of a flood of it.
      if (new Set(gram).size === 1) continue;
      const places = this.#places.get(gram);
      if (places === undefined) this.#places.set(gram, [{ text, at, owner }]);
      else if (places.length < MOST_PLACES) places.push({ text, at, owner });
    }
  }

  /** The runs of at least LEAK_LENGTH units in a text, by where they begin; runs of different texts may overlap. */
  runsIn(text: string): Run<T>[] {
    if (this.#places.size === 0 || text.length < LEAK_LENGTH) return [];
    const runs: Run<T>[] = [];
    // Where the run that began in a hidden text ends, by the distance between the two: it is not begun again inside.
    const ends = new Map<string, Map<number, number>>();
    for (let at = 0; at + GRAM <= text.length; at++) {
      for (const { text: hidden, at: place, owner } of this.#places.get(text.slice(at, at + GRAM)) ?? []) {
        const known = ends.get(hidden) ?? new Map<number, number>();
        if ((known.get(at - place) ?? 0) > at) continue;
        const run = grown(text, at, hidden, place);
        known.set(at - place, run.to);
        ends.set(hidden, known);
        if (run.to - run.from >= LEAK_LENGTH) runs.push({ ...run, owner });
      }
    }
    return runs;
  }
}

function grown(text: string, at: number, hidden: string, place: number): { from: number; to: number } {
  let before = 0;
  while (at > before && place > before && text[at - before - 1] === hidden[place - before - 1]) before += 1;
  let after = GRAM;
  while (
    at + after < text.length &&
    place + after < hidden.length &&
    text[at + after] === hidden[place + after]
  )
    after += 1;
  return { from: at - before, to: at + after };
}
