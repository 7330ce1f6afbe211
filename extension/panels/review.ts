import * as vscode from 'vscode';
import type { CaseReview } from '../../schemas/review.ts';
import {
  fromReview,
  PROTOCOL_VERSION,
  type FromReview,
  type ToReview,
} from '../../webviews/shared/protocol.ts';
import { sentenceOfError } from '../log.ts';
import { evidencePage, evidenceText, reviewCase } from '../reader/protocol.ts';
import { emptyReview } from './empty.ts';
import { openInBatch } from './open.ts';
import type { ReviewPorts, Shown } from './ports.ts';
import { checkpointAt, revealPoint, sourceOf, staleness, type SourceOfCase } from './source.ts';

const v = PROTOCOL_VERSION;

/** A message before its version is put on. */
type Outgoing = ToReview extends infer M ? (M extends ToReview ? Omit<M, 'v'> : never) : never;

/** One open *Case review*: the host side. All that is shown is read anew from the batch folder; the panel keeps view state. */
export class ReviewPanel implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #ports: ReviewPorts;
  readonly #toDispose: vscode.Disposable[] = [];
  #shown: Shown;
  #review: CaseReview | null = null;
  #source: SourceOfCase | null = null;
  /** What was sent last, so that nothing is sent twice. */
  #sent = '';
  #ready = false;
  #wanted: string | null = null;
  /** What is being loaded, and whether it changed meanwhile. */
  #loading: Shown | null = null;
  #again = false;

  constructor(panel: vscode.WebviewPanel, shown: Shown, page: string, ports: ReviewPorts) {
    this.panel = panel;
    this.#shown = shown;
    this.#ports = ports;
    this.#toDispose.push(
      panel.webview.onDidReceiveMessage((message: unknown) => this.#take(message)),
      ports.batches.onDidChange(() => void this.#load()),
      ports.evalsets.onDidChange(() => void this.#load()),
      ports.verdicts.onDidChange((uri) => {
        if (uri.toString() === this.#source?.uri.toString()) void this.#load();
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => this.#cursor(event)),
      panel.onDidChangeViewState(() => void this.#load()),
    );
    panel.webview.html = page;
    this.#name();
  }

  get shown(): Shown {
    return this.#shown;
  }

  /** Folder of the batch that is really shown. */
  get batch(): string | null {
    return this.#review === null || this.#review.batch.dir === ''
      ? this.#shown.batch
      : this.#review.batch.dir;
  }

  show(shown: Shown, point: string | null): void {
    const other = shown.batch !== this.#shown.batch || shown.caseId !== this.#shown.caseId;
    this.#shown = shown;
    this.#wanted = point;
    if (other) this.#review = null;
    this.#name();
    void this.#load();
  }

  command(command: Extract<ToReview, { type: 'command' }>['command']): void {
    this.#post({ type: 'command', command });
  }

  async next(direction: 'previous' | 'next'): Promise<void> {
    const list = await this.#neighbours();
    const at = list.indexOf(this.#shown.caseId);
    const caseId = list[at + (direction === 'next' ? 1 : -1)];
    if (at >= 0 && caseId !== undefined) this.show({ batch: this.batch, caseId }, null);
  }

  async reveal(point: string | null): Promise<void> {
    if (this.#source !== null) await revealPoint(this.#source, point);
    else
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0} is not in an evalset of this workspace.', this.#shown.caseId),
      );
  }

  dispose(): void {
    this.#ready = false;
    for (const one of this.#toDispose.splice(0)) one.dispose();
  }

  #name(): void {
    this.panel.title = vscode.l10n.t('Review: {0}', this.#shown.caseId);
  }

  async #load(): Promise<void> {
    // A hidden panel has no page; it is loaded again when it is seen.
    if (!this.#ready || !this.panel.visible) return;
    const shown = this.#shown;
    // News come faster than 100 MB are read: the answer is awaited, or none would ever be shown.
    if (this.#loading === shown) {
      this.#again = true;
      return;
    }
    this.#loading = shown;
    this.#again = false;
    await this.#read(shown);
    this.#loaded(shown);
  }

  /** Loads once more when there was news meanwhile. */
  #loaded(shown: Shown): void {
    if (this.#loading !== shown) return;
    this.#loading = null;
    if (this.#again) void this.#load();
  }

  /** An answer that another case has overtaken is dropped. */
  async #read(shown: Shown): Promise<void> {
    const { caseId } = shown;
    const overtaken = (): boolean => shown !== this.#shown || !this.#ready;
    try {
      const dir = this.#shown.batch ?? (await this.#newestBatch());
      const review = dir === null ? null : await this.#ports.reader.ask(reviewCase, { ...this.#of(dir) });
      const source = await sourceOf(this.#ports.evalsets, caseId, review?.batch.evalset ?? '');
      if (overtaken()) return;
      this.#source = source;
      this.#review = review ?? emptyReview(caseId, source?.ref ?? null);
      await this.#send(this.#review);
    } catch (error) {
      if (overtaken()) return;
      this.#ports.log.error(`review of ${caseId}`, error);
      this.#trouble(error);
    }
  }

  async #send(review: CaseReview): Promise<void> {
    const list = await this.#neighbours();
    const index = list.indexOf(review.case_id);
    const message: Outgoing = {
      type: 'case',
      review,
      stale: staleness(review, this.#source),
      position: index < 0 ? null : { index, total: list.length },
      may: { run: this.#source !== null, judge: review.batch.dir !== '' && !review.batch.readonly },
    };
    const text = JSON.stringify(message);
    if (text !== this.#sent) this.#post(message);
    this.#sent = text;
    if (this.#wanted !== null && review.points.some((point) => point.id === this.#wanted)) {
      this.#post({ type: 'select', point: this.#wanted });
      this.#wanted = null;
    }
  }

  #trouble(error: unknown): void {
    // It takes the case's place: the very same case must be sent again when it can be read again.
    this.#sent = '';
    this.#post({ type: 'trouble', text: sentenceOfError(error) });
  }

  #post(message: Outgoing): void {
    void this.panel.webview.postMessage({ v, ...message });
  }

  #of(dir: string): { dir: string; caseId: string; locale: string } {
    return { dir, caseId: this.#shown.caseId, locale: vscode.env.language };
  }

  async #newestBatch(): Promise<string | null> {
    const list = await this.#ports.batches.list();
    const { caseId } = this.#shown;
    const having = list.filter((one) => one.cases.some((row) => row.case_id === caseId));
    const played = having.find((one) =>
      one.cases.some((row) => row.case_id === caseId && row.state !== 'empty'),
    );
    return played?.batch.dir ?? having[0]?.batch.dir ?? null;
  }

  async #neighbours(): Promise<readonly string[]> {
    const dir = this.batch;
    const overview = (await this.#ports.batches.list()).find((one) => one.batch.dir === dir);
    return overview?.cases.map((row) => row.case_id) ?? [];
  }

  /** The cursor on a checkpoint selects the point; what the panel selects never comes back here. */
  #cursor({ textEditor, selections }: vscode.TextEditorSelectionChangeEvent): void {
    const at = selections[0]?.active;
    if (at === undefined || textEditor.document.uri.toString() !== this.#source?.uri.toString()) return;
    const point = checkpointAt(this.#source.card, at);
    if (point !== null) this.#post({ type: 'select', point });
  }

  #take(message: unknown): void {
    const parsed = fromReview.safeParse(message);
    if (!parsed.success) {
      this.#ports.log.warn(`review: a message was dropped: ${parsed.error.issues[0]?.message ?? ''}`);
      return;
    }
    this.#answer(parsed.data).catch((error: unknown) => {
      this.#ports.log.error(`review: ${parsed.data.type}`, error);
      this.#trouble(error);
    });
  }

  async #answer(message: FromReview): Promise<void> {
    switch (message.type) {
      case 'ready':
        this.#ready = true;
        this.#sent = '';
        return this.#load();
      case 'select':
        return;
      case 'reveal':
        return this.reveal(message.point);
      case 'evidence.page': {
        const { kind, from, count } = message;
        const dir = this.batch;
        if (dir === null) return;
        const page = await this.#ports.reader.ask(evidencePage, { ...this.#of(dir), kind, from, count });
        this.#post({ type: 'evidence', page });
        return;
      }
      case 'evidence.text': {
        const { v: _v, type: _type, ...slice } = message;
        const dir = this.batch;
        if (dir === null) return;
        const text = await this.#ports.reader.ask(evidenceText, { ...this.#of(dir), ...slice });
        const { kind, index, column, from } = slice;
        this.#post({
          type: 'evidence.text',
          kind,
          index,
          from,
          text,
          ...(column === undefined ? {} : { column }),
        });
        return;
      }
      case 'open':
        if (this.batch !== null) await openInBatch(this.batch, message.path);
        return;
      case 'do':
        return this.#do(message.action);
      case 'case.next':
        return this.next(message.direction);
      case 'copy':
        return vscode.env.clipboard.writeText(message.text);
    }
  }

  async #do(action: Extract<FromReview, { type: 'do' }>['action']): Promise<void> {
    const { caseId } = this.#shown;
    const batch = this.batch;
    const run = vscode.commands.executeCommand;
    switch (action) {
      case 'run':
        if (this.#source !== null) await run('sundowner.runCase', { uri: this.#source.ref.card.uri, caseId });
        return;
      case 'judge':
        await run('sundowner.rejudge', { batch, caseId });
        return;
      case 'judge-by-hand':
        await run('sundowner.judgeByHand', { batch, caseId });
        return;
      case 'stop':
        await run('sundowner.stopRun', { batch });
        return;
      case 'open-batch':
        await run('sundowner.openBatch');
        return;
      case 'open-journal':
        if (batch !== null) await openInBatch(batch, 'journal.jsonl');
    }
  }
}
