import type { CaseReview, EvidenceKind } from '../../../schemas/review.ts';
import {
  PROTOCOL_VERSION,
  type FromReview,
  type OfCase,
  type ToReview,
  type Unversioned,
} from '../../shared/protocol.ts';
import { Evidence, type Place } from './evidence.ts';
import { filterPoints } from './filters.ts';
import { LabelControl } from './label-control.ts';
import { indexQuotes, quotesOf } from './quotes.ts';
import type { Focus, Shown, Store } from './store.ts';
import { viewFor } from './view.ts';

type Command = Extract<ToReview, { type: 'command' }>['command'];

/** Turns what a person and the host do into a new model, and tells the host what it must know. */
export class Controller {
  readonly store: Store;
  readonly labels: LabelControl;
  readonly #post: (message: FromReview) => void;
  #wishes = 0;

  constructor(store: Store, post: (message: FromReview) => void) {
    this.store = store;
    this.#post = post;
    this.labels = new LabelControl(store, (message) => this.send(message));
  }

  send(message: Unversioned<FromReview>): void {
    this.#post({ v: PROTOCOL_VERSION, ...message });
  }

  receive(message: ToReview): void {
    const { model } = this.store;
    switch (message.type) {
      case 'case':
        this.#show(message);
        break;
      case 'evidence':
        if (!this.#isShown(message.of)) break;
        model.evidence.put(message.page);
        this.store.set({ evidence: model.evidence });
        break;
      case 'evidence.text':
        if (this.#isShown(message.of)) this.#putText(message);
        break;
      case 'human.saved':
        if (this.#isShown(message.of)) this.labels.saved(message.rev);
        break;
      case 'refused': {
        const { rev, why, newer } = message;
        if (!this.#isShown(message.of)) break;
        this.labels.refused({ rev, why, newer });
        this.store.set({ said: why });
        break;
      }
      case 'select':
        if (message.blind === true) this.hideJudges(true);
        if (model.view.point !== message.point) this.select(message.point, { from: 'host' });
        break;
      case 'command':
        this.command(message.command);
        break;
      case 'trouble':
        // Pages that were asked for may never come: when the case can be shown again, all of it is asked for anew.
        this.store.set({
          ...{ trouble: message.text, said: message.text },
          ...{ shown: null, evidence: new Evidence(), quote: null, goal: null },
        });
        break;
    }
  }

  get #of(): OfCase | null {
    const { review } = this.store;
    return review === null ? null : { batch: review.batch.dir, case_id: review.case_id };
  }

  /** A page may come when another case is shown already. */
  #isShown(of: OfCase): boolean {
    const here = this.#of;
    return here?.batch === of.batch && here.case_id === of.case_id;
  }

  #show(shown: Shown): void {
    const { model, review: before } = this.store;
    const { review } = shown;
    const same = before?.case_id === review.case_id && before.batch.dir === review.batch.dir;
    const judged = same && review.points.length > 0 && verdictOf(before) !== verdictOf(review);
    if (same) model.evidence.forgetPending();
    const view = viewFor(model.view, shown);
    this.store.set({
      shown,
      trouble: null,
      view,
      flagging: same && model.flagging,
      selection: same ? model.selection : null,
      evidence: same ? model.evidence : new Evidence(),
      quotes: indexQuotes(review.points, view.blind),
      quote: same ? model.quote : null,
      goal: same ? model.goal : null,
      said: judged ? review.sentence.map((s) => (typeof s === 'string' ? s : s.point)).join('') : '',
    });
    this.labels.shown(shown, same);
  }

  #putText(message: Extract<ToReview, { type: 'evidence.text' }>): void {
    const { evidence } = this.store.model;
    const item = evidence.item(message.kind, message.index);
    const shown =
      item?.type === 'message' || item?.type === 'line'
        ? item.text
        : item?.type === 'event'
          ? item.object
          : item?.type === 'row'
            ? cellText(item.cells.find((cell) => cell.column === message.column))
            : undefined;
    if (shown === undefined) return;
    evidence.putText(message, message.from, message.text, shown.length);
    this.store.set({ evidence });
  }

  /** Asks for the pages that hold these items, unless they were asked for since the case last changed. */
  want(kind: EvidenceKind, first: number, last: number): void {
    const { review } = this.store;
    const of = this.#of;
    if (review === null || of === null) return;
    for (const span of this.store.model.evidence.wanted(kind, first, last, review.revision))
      this.send({ type: 'evidence.page', of, kind, ...span });
  }

  wantText({ kind, index, column }: Place, from: number, count: number): void {
    const of = this.#of;
    if (of === null) return;
    const place = column === undefined ? { kind, index } : { kind, index, column };
    this.send({ type: 'evidence.text', of, ...place, from, count: Math.min(count, 50_000) });
  }

  /** Chooses a point and brings its first quote into sight. Only a person's choice is told to the host. */
  select(point: string | null, how: { from: 'person' | 'host'; focus?: Focus['on']; quote?: string }): void {
    const { model } = this.store;
    const changed = model.view.point !== point;
    const tab = model.view.tab;
    const target =
      how.quote ?? (point === null ? undefined : quotesOf(model.quotes, point, tab)[0]?.quote.id);
    const visible = filterPoints(this.store.review?.points ?? [], model.view.filter);
    const hidden = point !== null && !visible.some((p) => p.id === point);
    this.store.view({ point, ...(hidden ? { filter: [] } : {}) });
    if (how.focus !== undefined) this.focus(how.focus);
    if (changed && how.from === 'person') this.send({ type: 'select', point });
    if (target === undefined) this.store.set({ quote: null, goal: null });
    else if (changed || how.from === 'person') this.goTo(target, false);
  }

  /** Brings a quote into sight and lights it; with `focus`, the keyboard goes there as well. */
  goTo(id: string, focus: boolean): void {
    const { model } = this.store;
    const placed = model.quotes.byId.get(id);
    const target = placed?.quote.target;
    if (placed === undefined || target == null) return;
    if (model.view.point !== placed.quote.point)
      this.select(placed.quote.point, { from: 'person', quote: placed.quote.id });
    // In one column the message opens under the point; the person leaves the list only when they ask for it.
    const pane = model.narrow && focus ? 'evidence' : model.view.pane;
    this.store.view({ tab: target.kind, pane });
    this.store.set({ quote: id, goal: { quote: id, focus, n: (this.#wishes += 1) } });
  }

  /** From a quote to its point: chosen, in sight, with the keyboard on it. */
  goBack(id?: string): void {
    const { model } = this.store;
    const point =
      id === undefined ? model.view.point : (model.quotes.byId.get(id)?.quote.point ?? model.view.point);
    this.store.view({ pane: 'points' });
    if (point !== null && point !== model.view.point) {
      this.select(point, { from: 'person', focus: 'point', ...(id === undefined ? {} : { quote: id }) });
    } else {
      if (id !== undefined) this.store.set({ quote: id });
      this.focus('point');
    }
  }

  arrived(): void {
    this.store.set({ goal: null });
  }

  focus(on: Focus['on']): void {
    this.store.set({ focus: { on, n: (this.#wishes += 1) } });
  }

  step(by: 1 | -1): void {
    const { view } = this.store.model;
    const points = filterPoints(this.store.review?.points ?? [], view.filter);
    const at = points.findIndex((p) => p.id === view.point);
    const to = at < 0 ? (by > 0 ? 0 : points.length - 1) : Math.min(points.length - 1, Math.max(0, at + by));
    const point = points[to];
    if (point === undefined) return;
    this.store.view({ pane: 'points' });
    this.select(point.id, { from: 'person', focus: 'point' });
  }

  stepQuote(by: 1 | -1): void {
    const { view, quotes, quote } = this.store.model;
    const own = quotesOf(quotes, view.point, 'thread');
    const list = own.length > 0 ? own : quotesOf(quotes, null, 'thread');
    const at = list.findIndex((placed) => placed.quote.id === quote);
    const to = at < 0 ? (by > 0 ? 0 : list.length - 1) : (at + by + list.length) % list.length;
    const placed = list[to];
    if (placed !== undefined) this.goTo(placed.quote.id, true);
  }

  firstQuote(): void {
    const { view, quotes } = this.store.model;
    const placed = quotesOf(quotes, view.point, view.tab)[0];
    if (view.point !== null && placed !== undefined) this.goTo(placed.quote.id, true);
  }

  tab(kind: EvidenceKind): void {
    this.store.view({ tab: kind });
    this.store.set({ goal: null });
    this.showEvidence();
  }

  /** In one column the evidence takes the place of the points; side by side it is there already. */
  showEvidence(): void {
    if (this.store.model.narrow) this.store.view({ pane: 'evidence' });
  }

  /** A place in a list, in items; nothing is drawn anew. */
  keepScroll(kind: EvidenceKind, place: number): void {
    this.store.quietly({ scroll: { ...this.store.model.view.scroll, [kind]: place } });
  }

  toFilter(): void {
    this.store.view({ pane: 'points' });
    this.focus('filter');
  }

  filter(names: string[]): void {
    this.store.view({ filter: names });
  }

  reveal(point: string | null): void {
    if (point !== null) this.send({ type: 'reveal', point });
  }

  /** Hides what the judges said, and where, so that a person labels blind; or shows it again. */
  hideJudges(blind = !this.store.model.view.blind): void {
    const points = this.store.review?.points ?? [];
    this.store.set({ quotes: indexQuotes(points, blind), quote: null, goal: null });
    this.store.view({ blind, ...(blind ? { filter: [] } : {}) });
  }

  /** The form for a flag; there is none where nothing may be written. */
  openFlag(): void {
    if (this.store.model.shown?.may.label === true) this.store.set({ flagging: true });
  }

  command(command: Command): void {
    switch (command) {
      case 'nextPoint':
        this.step(1);
        break;
      case 'previousPoint':
        this.step(-1);
        break;
      case 'nextQuote':
        this.stepQuote(1);
        break;
      case 'previousQuote':
        this.stepQuote(-1);
        break;
      case 'firstQuote':
        this.firstQuote();
        break;
      case 'backToPoint':
        this.goBack();
        break;
      case 'verdictMet':
        this.labels.give('met');
        break;
      case 'verdictUnmet':
        this.labels.give('unmet');
        break;
      case 'verdictCannot':
        this.labels.give('cannot');
        break;
      case 'verdictClear':
        this.labels.give(null);
        break;
      case 'flag':
        this.openFlag();
        break;
      case 'hideJudges':
        this.hideJudges();
        break;
    }
  }
}

/** What is said of a verdict: the same state with another cause is news. */
function verdictOf({ state, judged_at, sentence }: CaseReview): string {
  return JSON.stringify([state, judged_at, sentence]);
}

function cellText<T>(cell: { before?: T | undefined; after?: T | undefined } | undefined): T | undefined {
  return cell?.after ?? cell?.before;
}
