import type { CaseReview } from '../../../schemas/review.ts';
import type { ReviewState, ToReview } from '../../shared/protocol.ts';
import type { Evidence } from './evidence.ts';
import type { Labelling } from './label-control.ts';
import type { QuoteIndex } from './quotes.ts';
import type { Selected } from './selection.ts';

export type Shown = Extract<ToReview, { type: 'case' }>;

/** Where the keyboard should be after the next drawing; `n` makes two equal wishes in a row two wishes. */
export interface Focus {
  readonly on: 'point' | 'evidence' | 'filter';
  readonly n: number;
}

/** A quote that should come into sight. */
interface Goal {
  readonly quote: string;
  readonly focus: boolean;
  readonly n: number;
}

/** Everything that is drawn. Replaced as a whole at every change, be it one inside `evidence`. */
export interface Model {
  readonly shown: Shown | null;
  readonly trouble: string | null;
  readonly view: ReviewState;
  readonly evidence: Evidence;
  readonly quotes: QuoteIndex;
  readonly quote: string | null;
  readonly goal: Goal | null;
  readonly focus: Focus | null;
  readonly narrow: boolean;
  readonly sheet: boolean;
  /** The form for a flag is open. */
  readonly flagging: boolean;
  readonly labelling: Labelling;
  /** What is selected in the evidence. */
  readonly selection: Selected | null;
  readonly said: string;
}

export class Store {
  #model: Model;
  readonly #listeners = new Set<() => void>();
  readonly #keepers = new Set<() => void>();

  constructor(model: Model) {
    this.#model = model;
  }

  get model(): Model {
    return this.#model;
  }

  get review(): CaseReview | null {
    return this.#model.shown?.review ?? null;
  }

  set(change: Partial<Model>): void {
    this.#model = { ...this.#model, ...change };
    for (const listener of [...this.#listeners, ...this.#keepers]) listener();
  }

  view(change: Partial<ReviewState>): void {
    this.set({ view: { ...this.#model.view, ...change } });
  }

  /** A change that is kept but not drawn: the browser has drawn it already. */
  quietly(change: Partial<ReviewState>): void {
    this.#model = { ...this.#model, view: { ...this.#model.view, ...change } };
    for (const keeper of this.#keepers) keeper();
  }

  /** Tells of quiet changes as well. */
  onKeep(listener: () => void): void {
    this.#keepers.add(listener);
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
