import * as vscode from 'vscode';
import { reviewState, type ToReview } from '../../webviews/shared/protocol.ts';
import { pageOf, webviewFolder } from './html.ts';
import type { ReviewPorts, Shown } from './ports.ts';
import { ReviewPanel } from './review.ts';

export const REVIEW = 'sundowner.review';

/** The open reviews. A review is used again for the next case; a second one stands only after a reload of several. */
export class ReviewPanels implements vscode.WebviewPanelSerializer, vscode.Disposable {
  readonly #ports: ReviewPorts;
  readonly #open = new Set<ReviewPanel>();
  readonly #registration: vscode.Disposable;

  constructor(ports: ReviewPorts) {
    this.#ports = ports;
    this.#registration = vscode.window.registerWebviewPanelSerializer(REVIEW, this);
  }

  /** The review that the person looks at, or saw last. */
  get active(): ReviewPanel | undefined {
    const all = [...this.#open];
    return all.find((one) => one.panel.active) ?? all.find((one) => one.panel.visible) ?? all.at(-1);
  }

  show(shown: Shown, point: string | null): void {
    const existing = this.active;
    if (existing !== undefined) {
      existing.show(shown, point);
      existing.panel.reveal(undefined, point !== null);
      return;
    }
    const panel = vscode.window.createWebviewPanel(
      REVIEW,
      shown.caseId,
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: point !== null },
      this.#options(),
    );
    this.#adopt(panel, shown).show(shown, point);
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
    this.#adopt(panel, { batch: kept.data.batch, caseId: kept.data.case_id });
    return Promise.resolve();
  }

  dispose(): void {
    this.#registration.dispose();
    for (const one of [...this.#open]) one.panel.dispose();
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
    panel.onDidDispose(() => {
      this.#open.delete(review);
      review.dispose();
    });
    return review;
  }
}
