import path from 'node:path';
import * as vscode from 'vscode';
import { iconLine } from '../plain.ts';
import type { Runs } from './runs.ts';
import { progressText } from './words.ts';

/** What the runs of this window do now, in the status bar; a click goes to the batches. */
export class RunStatus implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem('sundowner.run', vscode.StatusBarAlignment.Left, 10);
  readonly #listener: vscode.Disposable;

  constructor(runs: Runs) {
    this.#item.name = 'Sundowner';
    this.#item.command = 'sundowner.batches.focus';
    this.#listener = runs.onNews(({ run, line }) => {
      if (runs.running.size === 0) {
        this.#item.hide();
        return;
      }
      const text = line === null ? vscode.l10n.t('starting') : progressText(line);
      if (text === null) return;
      // Names come from files; a `$(…)` in them must not become an icon.
      this.#item.text = `$(loading~spin) Sundowner: ${iconLine(text.split('\n')[0] ?? '')}`;
      this.#item.tooltip = run.batch === null ? text : `${path.basename(run.batch)}\n${text}`;
      this.#item.show();
    });
  }

  dispose(): void {
    this.#listener.dispose();
    this.#item.dispose();
  }
}
