import type { Known } from './known.ts';
import { LEAK_LENGTH, type HiddenText, type Leak, type WrittenText } from './model.ts';
import { normalise, originalOf } from './normalise.ts';
import { RunIndex, type Run } from './runs.ts';

/** Fewer different characters than that are a rule or a row of dots. */
const LEAST_DIFFERENT = 6;
const WORDLY = /[\p{L}\p{N}]/u;

/** Finds hidden texts in what an agent wrote, in time linear in both. */
export class LeakDetector {
  readonly #index = new RunIndex<HiddenText>();

  constructor(hidden: readonly HiddenText[]) {
    for (const one of hidden) this.#index.add(normalise(one.text).text, one);
  }

  /** The leaks in a text, the longest of those that overlap. `known` is what its writer may have known. */
  leaksIn(written: WrittenText, known: Known): Leak[] {
    const normal = normalise(written.text);
    const leaks = this.#index
      .runsIn(normal.text)
      .filter((run) => isLeak(normal.text, run, written.at, known));
    return withoutOverlaps(leaks).map(({ from, to, owner }) => ({
      kind: owner.kind,
      quote: originalOf(normal, from, to),
      written,
      hidden: owner.place,
    }));
  }
}

/** Whether enough of a run is hidden still, when what the agent may know is taken out of it. */
function isLeak(text: string, { from, to, owner }: Run<HiddenText>, at: number, known: Known): boolean {
  const run = text.slice(from, to);
  const covered = known.covers(run, at, owner.kind);
  let hidden = 0;
  let words = 0;
  const different = new Set<string>();
  let i = 0;
  for (const character of run) {
    if (covered[i] !== true) {
      hidden += 1;
      different.add(character);
      if (WORDLY.test(character)) words += 1;
    }
    i += character.length;
  }
  return hidden >= LEAK_LENGTH && words * 2 >= hidden && different.size >= LEAST_DIFFERENT;
}

function withoutOverlaps(runs: readonly Run<HiddenText>[]): Run<HiddenText>[] {
  const kept: Run<HiddenText>[] = [];
  // A canary says more than the text around it.
  const rank = ({ from, to, owner }: Run<HiddenText>): number =>
    (owner.kind === 'canary' ? 1e9 : 0) + to - from;
  for (const run of runs.toSorted((a, b) => rank(b) - rank(a)))
    if (!kept.some((other) => run.from < other.to && other.from < run.to)) kept.push(run);
  return kept.sort((a, b) => a.from - b.from);
}
