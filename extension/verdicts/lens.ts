import * as vscode from 'vscode';
import { iconLine } from '../plain.ts';
import { toRange } from '../ranges.ts';
import { stateIconName } from './state-icon.ts';
import type { FileVerdicts } from './store.ts';

/** Beside *Run case*: the newest verdict of the case, which opens the review. */
export class VerdictLens implements vscode.CodeLensProvider, vscode.Disposable {
  readonly #verdicts: FileVerdicts;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #listener: vscode.Disposable;
  readonly onDidChangeCodeLenses = this.#changed.event;

  constructor(verdicts: FileVerdicts) {
    this.#verdicts = verdicts;
    this.#listener = verdicts.onDidChange(() => this.#changed.fire());
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    return this.#verdicts.of(document.uri).cases.flatMap(({ range: at, verdict, stale, caseId }) => {
      const range = toRange(at);
      const argument = { batch: verdict.batch.dir, caseId };
      const state = `$(${stateIconName(verdict.state)}) ${verdict.state} ${iconLine(verdict.text)}`;
      return [
        new vscode.CodeLens(range, {
          title: stale ? `${state} · ${vscode.l10n.t('of an earlier text')}` : state,
          tooltip: `${verdict.batch.name} · ${verdict.batch.evalset}`,
          command: 'sundowner.openReview',
          arguments: [argument],
        }),
        ...(stale
          ? [
              new vscode.CodeLens(range, {
                title: `$(diff) ${vscode.l10n.t('Compare text')}`,
                command: 'sundowner.compareText',
                arguments: [{ ...argument, uri: document.uri.toString() }],
              }),
            ]
          : []),
      ];
    });
  }

  dispose(): void {
    this.#listener.dispose();
    this.#changed.dispose();
  }
}
