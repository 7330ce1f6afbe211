/** Shortest text that is looked for. */
export const SAID_LENGTH = 6;
/** Every run of SAID_LENGTH characters holds a whole gram that begins at a multiple of STRIDE. */
const GRAM = 3;
const STRIDE = SAID_LENGTH - GRAM + 1;

/** Who of many says a text first. White space is expected to be left out on both sides. */
export class SaidLines {
  readonly #grams = new Map<string, number[]>();
  readonly #lines: readonly (readonly string[])[];

  /** `lines`: by the place of who says them. */
  constructor(lines: readonly (readonly string[])[]) {
    this.#lines = lines;
    lines.forEach((own, who) => {
      for (const line of own)
        for (let at = 0; at + GRAM <= line.length; at += STRIDE) {
          const gram = line.slice(at, at + GRAM);
          const those = this.#grams.get(gram);
          if (those === undefined) this.#grams.set(gram, [who]);
          else if (those.at(-1) !== who) those.push(who);
        }
    });
  }

  /** The place of the first who says the text; null when nobody does, or it is too short to be told from chance. */
  first(text: string): number | null {
    if (this.#grams.size === 0 || text.length < SAID_LENGTH) return null;
    let best: number | null = null;
    for (let at = 0; at < STRIDE; at++)
      for (const who of this.#grams.get(text.slice(at, at + GRAM)) ?? []) {
        if (best !== null && who >= best) break;
        if (this.#lines[who]?.some((line) => line.includes(text)) === true) best = who;
      }
    return best;
  }
}
