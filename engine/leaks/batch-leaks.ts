import type { EvalStep, TrustedEvent, Verdict, WorldPreset } from '../../schemas/index.ts';
import type { BatchPaths } from '../batch/paths.ts';
import type { WorldState } from '../director/state.ts';
import type { Evalset } from '../evalset/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import type { Canaries } from './canaries.ts';
import { LeakDetector } from './detector.ts';
import { hiddenTexts } from './hidden-of.ts';
import { knownOf } from './known-of.ts';
import type { Known } from './known.ts';
import type { Leak } from './model.ts';
import { writtenIn } from './written-of.ts';

export interface LeakSource {
  readonly paths: BatchPaths;
  /** The frozen evalset. */
  readonly evalset: Evalset;
  readonly world: WorldPreset;
  /** Fills in the dates of the batch. */
  readonly render: (text: string) => string;
  readonly steps: readonly EvalStep[];
  readonly state: WorldState;
  readonly events: readonly TrustedEvent[];
  /** What was kept of the cases that are looked at. */
  readonly evidence: readonly CaseEvidence[];
  readonly canaries: Canaries;
}

/** Most leaks that a verdict lists: an agent may have posted the whole evalset. */
const MOST_QUOTES = 20;
const MOST_CHARACTERS = 300;

/** The leaks of a batch. What is hidden is indexed once; what is known only when an agent wrote something of it. */
export class BatchLeaks {
  readonly #source: LeakSource;
  readonly #detector: LeakDetector;
  readonly #groups: ReadonlySet<string>;
  #known: Known | undefined;

  constructor(source: LeakSource) {
    this.#source = source;
    this.#detector = new LeakDetector([
      ...source.canaries.hidden(),
      ...hiddenTexts(source.evalset, source.paths.root, source.render),
    ]);
    this.#groups = new Set(source.evalset.cards.flatMap(({ value }) => groupsOf(value)));
  }

  /** Why a case is void; undefined: the agent wrote nothing that it cannot know. */
  voidOf(evidence: CaseEvidence): Verdict['void'] {
    const leaks = this.#leaksIn(evidence);
    if (leaks.length === 0) return undefined;
    const quotes = leaks.slice(0, MOST_QUOTES).map(({ kind, quote, written, hidden }) => ({
      kind: kind === 'canary' ? ('canary' as const) : ('text' as const),
      quote: Array.from(quote).slice(0, MOST_CHARACTERS).join(''),
      written: written.kind,
      path: written.path,
      ...(written.message_id === undefined ? {} : { message_id: written.message_id }),
      hidden,
    }));
    return { reason: 'hidden_text', total: leaks.length, quotes };
  }

  #leaksIn(evidence: CaseEvidence): Leak[] {
    const card = this.#source.evalset.cards.find(({ value }) => value.case_id === evidence.case_id)?.value;
    const written = writtenIn({
      evidence,
      state: this.#source.state,
      groups: this.#groups,
      own: new Set(card === undefined ? [evidence.group] : groupsOf(card)),
      eventsPath: this.#source.paths.events,
    });
    // The same words stand in the evidence of a message and in the operation that sent it.
    const seen = new Set<string>();
    return written
      .flatMap((text) => this.#detector.leaksIn(text, this.#knows()))
      .filter(({ quote, hidden, written: { message_id: id } }) => {
        const key = JSON.stringify([id, quote, hidden]);
        return seen.has(key) ? false : seen.add(key);
      });
  }

  #knows(): Known {
    return (this.#known ??= knownOf(this.#source));
  }
}

const groupsOf = (card: { group_key: string; cross_group?: string[] | undefined }): string[] => [
  card.group_key,
  ...(card.cross_group ?? []),
];
