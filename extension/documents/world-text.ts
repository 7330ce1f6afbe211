import * as vscode from 'vscode';
import { outputOf } from './command-text.ts';

/** Scheme of a kept world: the path is the batch folder, with `.md` behind it. */
export const WORLD_TEXT = 'sundowner-world';

/** The world that a batch left behind, as text to read: groups with their messages, documents, tables. */
export class WorldText implements vscode.TextDocumentContentProvider {
  readonly #command: string;
  constructor(command: string) {
    this.#command = command;
  }

  static uriOf(batch: string): vscode.Uri {
    return vscode.Uri.file(`${batch}.md`).with({ scheme: WORLD_TEXT });
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const batch = uri.with({ scheme: 'file' }).fsPath.replace(/\.md$/, '');
    // A world that was not kept is no fault: the command says so in a sentence.
    return (await outputOf(this.#command, ['show', '--world', '--', batch], token)).text;
  }
}
