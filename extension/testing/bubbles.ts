import * as vscode from 'vscode';

/**
 * The editor draws a test message at the end of its line, over whatever stands there, as long as it is of the newest
 * test run and its text was not edited. Where it does, the verdict's own words are left out.
 */
export class Bubbles implements vscode.Disposable {
  readonly #shown = new Map<string, { readonly batch: string; readonly points: ReadonlySet<string> }>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#listener = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      if (contentChanges.length === 0) return;
      const file = document.uri.toString();
      for (const key of [...this.#shown.keys()]) if (key.startsWith(`${file}\0`)) this.#shown.delete(key);
      this.#changed.fire();
    });
  }

  /** A new test run took the messages of the last one away. */
  clear(): void {
    this.#shown.clear();
    this.#changed.fire();
  }

  add(uri: vscode.Uri, caseId: string, batch: string, points: readonly string[]): void {
    this.#shown.set(`${uri.toString()}\0${caseId}`, { batch, points: new Set(points) });
    this.#changed.fire();
  }

  has(uri: vscode.Uri, caseId: string, batch: string, point: string): boolean {
    const shown = this.#shown.get(`${uri.toString()}\0${caseId}`);
    return shown?.batch === batch && shown.points.has(point);
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}
