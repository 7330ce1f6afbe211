import * as vscode from 'vscode';
import { outputOf } from './command-text.ts';

/** Scheme of a calibration report: the path is the batch folder, with `.txt` behind it. */
export const CALIBRATION_TEXT = 'sundowner-calibration';

/** The judges of a batch held against the labels that people gave, as text to read. Made anew when it is asked for. */
export class CalibrationText implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #command: string;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(command: string) {
    this.#command = command;
  }

  static uriOf(batch: string): vscode.Uri {
    return vscode.Uri.file(`${batch}.txt`).with({ scheme: CALIBRATION_TEXT });
  }

  /** Who looks again wants to see what was labelled since. */
  async show(batch: string): Promise<void> {
    const uri = CalibrationText.uriOf(batch);
    this.#changed.fire(uri);
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri), { preview: true });
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const batch = uri.with({ scheme: 'file' }).fsPath.replace(/\.txt$/, '');
    const args = ['calibrate', `--language=${vscode.env.language}`, '--', batch];
    return (await outputOf(this.#command, args, token)).text;
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
