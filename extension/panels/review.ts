import * as vscode from 'vscode';
import { fromReview, type FromReview, type ToReview } from '../../webviews/shared/protocol.ts';
import { sentenceOfError } from '../log.ts';
import { noticeText } from '../plain.ts';
import { writeLabel } from '../labels/write.ts';
import { evidencePage, evidenceText } from '../reader/protocol.ts';
import { neighbours, readCase } from './load.ts';
import { openInBatch } from './open.ts';
import type { ReviewPorts } from './ports.ts';
import { ReviewSession, type Action, type Shown } from './session.ts';
import { checkpointAt, revealPoint } from './source.ts';

/** One open *Case review*: the host side, and what it does in the editor. */
export class ReviewPanel implements vscode.Disposable {
  readonly panel: vscode.WebviewPanel;
  readonly #ports: ReviewPorts;
  #steps: Promise<unknown> = Promise.resolve();
  #steppedTo: Shown | null = null;
  readonly #session: ReviewSession;
  readonly #toDispose: vscode.Disposable[] = [];

  constructor(panel: vscode.WebviewPanel, shown: Shown, page: string, ports: ReviewPorts) {
    this.panel = panel;
    this.#ports = ports;
    const locale = vscode.env.language;
    this.#session = new ReviewSession(shown, {
      visible: () => panel.visible,
      post: (message) => void panel.webview.postMessage(message),
      read: (one) => readCase(one, ports),
      page: ({ of, kind, from, count }) =>
        ports.reader.ask(evidencePage, { dir: of.batch, caseId: of.case_id, locale, kind, from, count }),
      text: ({ v: _v, type: _type, of, ...slice }) =>
        ports.reader.ask(evidenceText, { dir: of.batch, caseId: of.case_id, locale, ...slice }),
      act: (action) => this.#act(action),
      label: (ask) => writeLabel(ask, locale, ports),
      sentence: (what, error) => {
        ports.log.error(what, error);
        return sentenceOfError(error);
      },
      notice: (what, error) => {
        ports.log.error(`review: ${what}`, error);
        void vscode.window.showErrorMessage(noticeText(sentenceOfError(error)));
      },
    });
    const load = (): void => void this.#session.load();
    this.#toDispose.push(
      panel.webview.onDidReceiveMessage((message: unknown) => this.#take(message)),
      ports.batches.onDidChange(load),
      ports.evalsets.onDidChange(load),
      ports.verdicts.onDidChange((uri) => {
        if (uri.toString() === this.#session.source?.uri.toString()) load();
      }),
      vscode.window.onDidChangeTextEditorSelection((event) => this.#cursor(event)),
      panel.onDidChangeViewState(load),
    );
    panel.webview.html = page;
    this.#name();
  }

  get shown(): Shown {
    return this.#session.shown;
  }

  /** Folder of the batch that is really shown. */
  get batch(): string | null {
    return this.#session.batch;
  }

  show(shown: Shown): void {
    this.#session.show(shown);
    this.#name();
  }

  command(command: Extract<ToReview, { type: 'command' }>['command']): void {
    this.#session.post({ type: 'command', command });
  }

  /** Keys come faster than lists: each step begins where the one before it led. */
  next(direction: 'previous' | 'next'): Promise<void> {
    const pressedAt = this.#session.shown;
    const step = this.#steps.then(() => this.#step(direction, pressedAt));
    this.#steps = step.catch(() => undefined);
    return step;
  }

  async #step(direction: 'previous' | 'next', pressedAt: Shown): Promise<void> {
    const { batch, shown } = this.#session;
    // Another case was opened meanwhile, by something else than a step.
    if (shown !== pressedAt && shown !== this.#steppedTo) return;
    const list = await neighbours(batch, this.#ports);
    const at = list.indexOf(shown.caseId);
    const caseId = list[at + (direction === 'next' ? 1 : -1)];
    if (at < 0 || caseId === undefined || shown !== this.#session.shown) return;
    this.show({ batch, caseId, point: null });
    this.#steppedTo = this.#session.shown;
  }

  /** Shows a point in the author's file: the one that the panel shows unless another is given. */
  async reveal(point: string | null = this.#session.point): Promise<void> {
    const { source, shown } = this.#session;
    if (source !== null) await revealPoint(source, point);
    else
      void vscode.window.showInformationMessage(
        noticeText(vscode.l10n.t('{0} is not in an evalset of this workspace.', shown.caseId)),
      );
  }

  dispose(): void {
    this.#session.dispose();
    for (const one of this.#toDispose.splice(0)) one.dispose();
  }

  #name(): void {
    this.panel.title = vscode.l10n.t('Review: {0}', this.#session.shown.caseId);
  }

  /** The cursor on a checkpoint selects the point; what the panel selects never comes back here. */
  #cursor({ textEditor, selections }: vscode.TextEditorSelectionChangeEvent): void {
    const at = selections[0]?.active;
    const { source } = this.#session;
    if (at === undefined || textEditor.document.uri.toString() !== source?.uri.toString()) return;
    const point = checkpointAt(source.card, at);
    if (point !== null) this.#session.select(point);
  }

  #take(message: unknown): void {
    const parsed = fromReview.safeParse(message);
    if (parsed.success) void this.#session.take(parsed.data);
    else this.#ports.log.warn(`review: a message was dropped: ${parsed.error.issues[0]?.message ?? ''}`);
  }

  async #act(action: Action): Promise<void> {
    const { batch } = this.#session;
    switch (action.type) {
      case 'reveal':
        return this.reveal(action.point);
      case 'open':
        if (batch !== null) await openInBatch(batch, action.path);
        return;
      case 'do':
        return this.#do(action.action);
      case 'rescore':
        await vscode.commands.executeCommand('sundowner.rescore', {
          batch: action.of.batch,
          caseId: action.of.case_id,
        });
        return;
      case 'case.next':
        return this.next(action.direction);
    }
  }

  async #do(action: Extract<FromReview, { type: 'do' }>['action']): Promise<void> {
    const { batch, source, shown } = this.#session;
    const { caseId } = shown;
    const run = vscode.commands.executeCommand;
    switch (action) {
      case 'run':
        if (source !== null) await run('sundowner.runCase', { uri: source.ref.card.uri, caseId });
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
