import * as vscode from 'vscode';
import { reviewState, type ToReview } from '../../webviews/shared/protocol.ts';
import { pageOf, webviewFolder } from './html.ts';
import type { ReviewPorts } from './ports.ts';
import { ReviewPanel } from './review.ts';
import type { Shown } from './session.ts';

const REVIEW = 'sundowner.review';

/** The open reviews. A review is used again for the next case; a second one stands only after a reload of several. */
export class ReviewPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #ports: ReviewPorts;
  /** In the order in which they were looked at, the last one last. */
  readonly #open = new Set<ReviewPanel>();
  readonly #registration: vscode.Disposable;

  constructor(ports: ReviewPorts) {
    this.#ports = ports;
    this.#registration = vscode.window.registerWebviewPanelSerializer(REVIEW, this);
  }

  /** The review that the person looks at, or saw last. */
  get active(): ReviewPanel | undefined {
    const all = [...this.#open];
    return all.find((one) => one.panel.active) ?? all.findLast((one) => one.panel.visible) ?? all.at(-1);
  }

  show(shown: Shown): void {
    const existing = this.active;
    const preserveFocus = shown.point !== null;
    if (existing !== undefined) {
      existing.show(shown);
      existing.panel.reveal(undefined, preserveFocus);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      REVIEW,
      shown.caseId,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus },
      this.#options(),
    );
    this.#adopt(panel, shown);
  }

  command(command: Extract<ToReview, { type: 'command' }>['command']): void {
    this.active?.command(command);
  }

  deserializeWebviewPanel(panel: vscode.WebviewPanel, state: unknown): Thenable<void> {
    const kept = reviewState.safeParse(state);
    if (!kept.success) {
      // A state of another version: there is nothing to show for it.
      panel.dispose();
      return Promise.resolve();
    }
    panel.webview.options = this.#options();
    const { batch, case_id, point } = kept.data;
    this.#adopt(panel, { batch, caseId: case_id, point });
    return Promise.resolve();
  }

  /** The panels stay: the editor gives them back when the extensions have been started again. */
  dispose(): void {
    this.#registration.dispose();
    for (const one of this.#open) one.dispose();
    this.#open.clear();
  }

  #options(): vscode.WebviewPanelOptions & vscode.WebviewOptions {
    return {
      enableScripts: true,
      enableFindWidget: true,
      enableCommandUris: false,
      enableForms: false,
      localResourceRoots: [webviewFolder(this.#ports.extension)],
    };
  }

  #adopt(panel: vscode.WebviewPanel, shown: Shown): ReviewPanel {
    const icon = (theme: string): vscode.Uri =>
      vscode.Uri.joinPath(this.#ports.extension, `resources/review-${theme}.svg`);
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const page = pageOf(panel.webview, this.#ports.extension, 'case-review', shown.caseId);
    const review = new ReviewPanel(panel, shown, page, this.#ports);
    this.#open.add(review);
    panel.onDidChangeViewState(() => {
      if (!panel.active || !this.#open.delete(review)) return;
      this.#open.add(review);
    });
    panel.onDidDispose(() => {
      this.#open.delete(review);
      review.dispose();
    });
    return review;
  }
}
