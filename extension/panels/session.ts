import type { CaseReview, EvidencePage } from '../../schemas/review.ts';
import {
  PROTOCOL_VERSION,
  type FromReview,
  type OfCase,
  type ToReview,
  type Unversioned,
} from '../../webviews/shared/protocol.ts';
import type { LabelAnswer } from '../reader/protocol.ts';
import type { SourceOfCase } from './source.ts';

/** Which case is shown. `batch` null: the newest batch that has it. `point`: to be chosen once, null: none. */
export interface Shown {
  readonly batch: string | null;
  readonly caseId: string;
  readonly point: string | null;
  /** The judges' words are hidden, for a label that rests on the evidence alone. */
  readonly blind?: boolean;
}

/** A case as it was read for `Shown`. */
export interface Loaded extends Omit<Extract<ToReview, { type: 'case' }>, 'v' | 'type' | 'batch'> {
  readonly source: SourceOfCase | null;
}

type Ask<T extends FromReview['type']> = Extract<FromReview, { type: T }>;
export type LabelAsk = Ask<'human.set' | 'flag.set'>;
export type Action = Exclude<
  FromReview,
  { type: 'ready' | 'select' | 'evidence.page' | 'evidence.text' | 'human.set' | 'flag.set' }
>;

/** What a session needs of the editor and of the reader. */
interface SessionPorts {
  /** Whether the panel has a page. A hidden one has none, and is loaded when it is seen. */
  visible(): boolean;
  post(message: ToReview): void;
  read(shown: Shown): Promise<Loaded>;
  page(ask: Ask<'evidence.page'>): Promise<EvidencePage>;
  text(ask: Ask<'evidence.text'>): Promise<string>;
  act(action: Action): Promise<void>;
  /** Writes a label or a flag beside the judges. */
  label(ask: LabelAsk): Promise<LabelAnswer>;
  /** What cannot be shown, in a sentence that the panel puts in the place of the case. */
  sentence(what: string, error: unknown): string;
  /** An action failed: the verdict stays. */
  notice(what: string, error: unknown): void;
}

/** What the host and one panel tell each other. All that is shown is read anew; the panel keeps view state. */
export class ReviewSession {
  readonly #ports: SessionPorts;
  #shown: Shown;
  #loaded: Loaded | null = null;
  /** The point that the panel shows, for the command that reveals it. */
  #point: string | null;
  /** Whose point was sent: it is chosen once, and then the person chooses. */
  #pointed: Shown | null = null;
  /** What was sent last, so that nothing is sent twice. */
  #sent = '';
  #ready = false;
  #disposed = false;
  /** What is being loaded, and whether it changed meanwhile. */
  #loading: Shown | null = null;
  #again = false;

  constructor(shown: Shown, ports: SessionPorts) {
    this.#shown = named(shown);
    this.#point = shown.point;
    this.#ports = ports;
  }

  get shown(): Shown {
    return this.#shown;
  }

  get review(): CaseReview | null {
    return this.#loaded?.review ?? null;
  }

  get source(): SourceOfCase | null {
    return this.#loaded?.source ?? null;
  }

  get point(): string | null {
    return this.#point;
  }

  /** Folder of the batch that is really shown. */
  get batch(): string | null {
    const dir = this.review?.batch.dir ?? '';
    return dir === '' ? this.#shown.batch : dir;
  }

  show(wanted: Shown): void {
    const shown = named(wanted);
    const other = shown.batch !== this.#shown.batch || shown.caseId !== this.#shown.caseId;
    // The same case in another batch keeps the point that was chosen.
    if (shown.caseId !== this.#shown.caseId) this.#point = null;
    this.#shown = shown;
    if (other) {
      this.#loaded = null;
      // What the panel asked of this case meanwhile was dropped: should it come back, it must be told, and ask again.
      this.#sent = '';
    }
    void this.load();
  }

  /** The editor chose a point. */
  select(point: string, blind = false): void {
    this.#point = point;
    this.post({ type: 'select', point, ...(blind ? { blind } : {}) });
  }

  post(message: Unversioned<ToReview>): void {
    // A webview that was disposed throws at a touch.
    if (!this.#disposed) this.#ports.post({ v: PROTOCOL_VERSION, ...message });
  }

  dispose(): void {
    this.#disposed = true;
  }

  async load(): Promise<void> {
    if (!this.#ready || this.#disposed || !this.#ports.visible()) return;
    const shown = this.#shown;
    // News come faster than 100 MB are read: the answer is awaited, or none would ever be shown.
    if (this.#loading === shown) {
      this.#again = true;
      return;
    }
    this.#loading = shown;
    this.#again = false;
    await this.#read(shown);
    this.#settle(shown);
  }

  /** Loads once more when there was news meanwhile. */
  #settle(shown: Shown): void {
    if (this.#loading !== shown) return;
    this.#loading = null;
    if (this.#again) void this.load();
  }

  /** Never fails: what goes wrong is shown. */
  async take(message: FromReview): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#sent = '';
        return this.load();
      case 'select':
        this.#point = message.point;
        return;
      case 'evidence.page':
      case 'evidence.text':
        return this.#evidence(message);
      case 'human.set':
      case 'flag.set':
        return this.#label(message);
      default:
        try {
          await this.#ports.act(message);
        } catch (error) {
          if (!this.#disposed) this.#ports.notice(message.type, error);
        }
    }
  }

  async #evidence(ask: Ask<'evidence.page'> | Ask<'evidence.text'>): Promise<void> {
    const { of } = ask;
    if (!this.#isShown(of)) return;
    try {
      const answer = await this.#answer(ask);
      if (this.#isShown(of)) this.post(answer);
    } catch (error) {
      if (this.#isShown(of)) this.#trouble(ask.type, error);
    }
  }

  /** What was written is read anew; what was refused stays with the panel, which shows both words. */
  async #label(ask: LabelAsk): Promise<void> {
    const { of } = ask;
    if (!this.#isShown(of)) return;
    try {
      const { rev, ...answer } = await this.#ports.label(ask);
      if (!this.#isShown(of)) return;
      if (answer.refused === null) this.post({ type: 'human.saved', of, rev });
      else this.post({ type: 'refused', of, rev, why: answer.refused, newer: answer.newer });
    } catch (error) {
      if (!this.#isShown(of)) return;
      const why = this.#ports.sentence(ask.type, error);
      this.post({ type: 'refused', of, rev: ask.rev, why, newer: null });
    }
    return this.load();
  }

  async #answer(ask: Ask<'evidence.page'> | Ask<'evidence.text'>): Promise<Unversioned<ToReview>> {
    const { of } = ask;
    if (ask.type === 'evidence.page') return { type: 'evidence', of, page: await this.#ports.page(ask) };
    const { v: _v, count: _count, ...place } = ask;
    return { ...place, text: await this.#ports.text(ask) };
  }

  #isShown(of: OfCase): boolean {
    return !this.#disposed && of.batch === this.batch && of.case_id === this.#shown.caseId;
  }

  #overtaken(shown: Shown): boolean {
    return this.#disposed || shown !== this.#shown;
  }

  /** An answer that another case has overtaken is dropped. */
  async #read(shown: Shown): Promise<void> {
    try {
      const loaded = await this.#ports.read(shown);
      if (!this.#overtaken(shown)) this.#send(shown, loaded);
    } catch (error) {
      if (!this.#overtaken(shown)) this.#trouble(`review of ${shown.caseId}`, error);
    }
  }

  #send(shown: Shown, loaded: Loaded): void {
    this.#loaded = loaded;
    const { source: _, ...rest } = loaded;
    const message: Unversioned<ToReview> = { type: 'case', ...rest, batch: shown.batch };
    const text = JSON.stringify(message);
    if (text !== this.#sent) this.post(message);
    this.#sent = text;
    const { point } = shown;
    if (point === null || this.#pointed === shown) return;
    if (!loaded.review.points.some(({ id }) => id === point)) return;
    this.#pointed = shown;
    this.select(point, shown.blind === true);
  }

  #trouble(what: string, error: unknown): void {
    // It takes the case's place: the very same case must be sent again when it can be read again.
    this.#sent = '';
    this.post({ type: 'trouble', text: this.#ports.sentence(what, error) });
  }
}

/** A name that is empty is no folder: resolved, it would be wherever the reader was started. */
function named(shown: Shown): Shown {
  return shown.batch === '' ? { ...shown, batch: null } : shown;
}
