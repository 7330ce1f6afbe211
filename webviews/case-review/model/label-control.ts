import type { LabelWord } from '../../../schemas/labels.ts';
import type { HumanWord, ReviewPoint } from '../../../schemas/review.ts';
import type { FromReview, ToReview, Unversioned } from '../../shared/protocol.ts';
import type { Selected } from './selection.ts';
import type { Shown, Store } from './store.ts';

type Wish = Extract<Unversioned<FromReview>, { type: 'human.set' | 'flag.set' }>;
type Bare<W> = W extends unknown ? Omit<W, 'rev' | 'of'> : never;
type Unsent = Bare<Wish>;
export type Refused = Omit<Extract<ToReview, { type: 'refused' }>, 'v' | 'type' | 'of'>;

/** What the person said of a point and the case does not show yet. */
interface Said {
  readonly word: LabelWord | null;
  readonly reason: string;
  /** Number of the write; null while it is under way. */
  readonly rev: number | null;
}

/** The labels as the panel knows them between two messages of the host. */
export interface Labelling {
  /** On this state of the label file the next write rests. */
  readonly rev: number;
  readonly said: ReadonlyMap<string, Said>;
  readonly waiting: number;
  /** What was refused last, and what was wished: nothing that a person said is lost. */
  readonly refused: (Refused & { readonly wish: Unsent }) | null;
}

export const noLabelling: Labelling = { rev: 0, said: new Map(), waiting: 0, refused: null };

/** The person's own word on a point: what was said last, be it on its way still. */
export function ownWord(
  point: ReviewPoint,
  { said }: Labelling,
  reviewer: string,
): { word: LabelWord; reason: string; shown: HumanWord | null } | null {
  const shown = point.human.find((one) => !one.model && one.who === reviewer) ?? null;
  const pending = said.get(point.id);
  if (pending !== undefined)
    return pending.word === null ? null : { word: pending.word, reason: pending.reason, shown: null };
  if (shown === null || shown.word === 'none') return null;
  return { word: shown.word, reason: shown.reason, shown };
}

/** What a re-score would change: how many words it would adopt, and whether it would change anything at all. */
export function toRescore(points: readonly ReviewPoint[]): {
  readonly words: number;
  readonly changes: boolean;
} {
  let words = 0;
  let changes = false;
  for (const point of points) {
    const newest = point.human.find((one) => !one.model);
    const usable = newest?.carried === true;
    if (usable) words += 1;
    if (usable ? !newest.adopted : point.decided_by !== undefined) changes = true;
  }
  return { words, changes };
}

/** Sends labels and flags one after the other, each resting on the one before. */
export class LabelControl {
  readonly #store: Store;
  readonly #send: (message: Unversioned<FromReview>) => void;
  readonly #queue: Unsent[] = [];
  #sending: Unsent | null = null;

  constructor(store: Store, send: (message: Unversioned<FromReview>) => void) {
    this.#store = store;
    this.#send = send;
  }

  get #labelling(): Labelling {
    return this.#store.model.labelling;
  }

  /** The case came from the host: what it shows need not be remembered. */
  shown({ review }: Shown, same: boolean): void {
    if (!same) {
      this.#queue.length = 0;
      this.#sending = null;
    }
    const before = same ? this.#labelling : noLabelling;
    const { rev } = review.labels;
    const said = new Map([...before.said].filter(([, one]) => one.rev === null || one.rev > rev));
    this.#set({ ...before, rev: Math.max(rev, before.rev), said, waiting: this.#waiting });
  }

  /** The person's word on the chosen point; null clears it. What is selected in the evidence goes with it. */
  give(word: LabelWord | null): void {
    const { shown, view, selection, labelling } = this.#store.model;
    const point = shown?.review.points.find(({ id }) => id === view.point);
    if (shown === null || point === undefined || !shown.may.label) return;
    const own = ownWord(point, labelling, shown.reviewer);
    if (word === null && own === null) return;
    const draft = view.drafts.find((one) => one.point === point.id)?.reason;
    this.#put(point.id, word, draft ?? own?.reason ?? '', word === null ? null : selection);
    // It was for this point: the next one must not rest on it by oversight.
    if (word !== null && selection !== null) window.getSelection()?.removeAllRanges();
  }

  /** What stands in the box while it is written: whatever the host says meanwhile, it stays. */
  typed(point: ReviewPoint, reason: string): void {
    const others = this.#store.model.view.drafts.filter((one) => one.point !== point.id);
    this.#store.quietly({ drafts: [...others, { point: point.id, reason }] });
  }

  /** A reason that was written: sent with the word when there is one, else kept until there is. */
  reason(point: ReviewPoint, reason: string): void {
    this.typed(point, reason);
    const { shown, labelling } = this.#store.model;
    if (shown === null) return;
    const own = ownWord(point, labelling, shown.reviewer);
    if (own !== null && own.reason !== reason) this.#put(point.id, own.word, reason, null);
  }

  flag(flag: Omit<Extract<Unsent, { type: 'flag.set' }>, 'type'>): void {
    this.#add({ type: 'flag.set', ...flag });
  }

  rescore(): void {
    const { shown } = this.#store.model;
    if (shown === null || this.#waiting > 0) return;
    const { batch, case_id } = shown.review;
    this.#send({ type: 'rescore', of: { batch: batch.dir, case_id } });
  }

  saved(rev: number): void {
    const sent = this.#sending;
    this.#sending = null;
    const said = new Map(this.#labelling.said);
    if (sent?.type === 'human.set') {
      const one = said.get(sent.point);
      const later = this.#queue.some((next) => next.type === 'human.set' && next.point === sent.point);
      if (one !== undefined && !later) said.set(sent.point, { ...one, rev });
      // Written since: not what was saved.
      const open = this.#store.model.view.drafts.filter(
        ({ point, reason }) => point !== sent.point || reason !== sent.reason,
      );
      this.#store.view({ drafts: open });
    }
    this.#set({ ...this.#labelling, rev, said, refused: null });
    this.#next();
  }

  refused(refused: Refused): void {
    const wish = this.#sending ?? this.#queue[0];
    this.#sending = null;
    this.#queue.length = 0;
    const { rev } = refused;
    this.#set({
      ...{ rev, said: new Map(), waiting: 0 },
      refused: wish === undefined ? null : { ...refused, wish },
    });
  }

  /** What was refused is wished again, on what is there now. */
  again(): void {
    const wish = this.#labelling.refused?.wish;
    if (wish === undefined) return;
    this.#set({ ...this.#labelling, refused: null });
    if (wish.type === 'human.set') this.#put(wish.point, wish.word, wish.reason, wish.selection);
    else this.#add(wish);
  }

  #put(point: string, word: LabelWord | null, reason: string, selection: Selected | null): void {
    const said = new Map(this.#labelling.said).set(point, { word, reason, rev: null });
    this.#set({ ...this.#labelling, said, refused: null });
    const seen = !this.#store.model.view.blind;
    this.#add({ type: 'human.set', point, word, reason, selection, seen });
  }

  #add(wish: Unsent): void {
    this.#queue.push(wish);
    this.#next();
  }

  #next(): void {
    const { review } = this.#store;
    const wish = this.#sending === null ? this.#queue.shift() : undefined;
    if (wish !== undefined && review !== null) {
      this.#sending = wish;
      const of = { batch: review.batch.dir, case_id: review.case_id };
      this.#send({ ...wish, of, rev: this.#labelling.rev });
    }
    this.#set({ ...this.#labelling, waiting: this.#waiting });
  }

  get #waiting(): number {
    return this.#queue.length + (this.#sending === null ? 0 : 1);
  }

  #set(labelling: Labelling): void {
    this.#store.set({ labelling });
  }
}
