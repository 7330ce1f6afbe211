import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import { sentenceOfError } from '../log.ts';
import { editorRuntime } from '../runtime.ts';

/** Scheme of a kept world: the path is the batch folder, with `.md` behind it. */
export const WORLD_TEXT = 'sundowner-world';

const MOST_BYTES = 64 * 1024 * 1024;

/** The world that a batch left behind, as text to read: groups with their messages, documents, tables. */
export class WorldText implements vscode.TextDocumentContentProvider {
  readonly #command: string;
  constructor(command: string) {
    this.#command = command;
  }

  static uriOf(batch: string): vscode.Uri {
    return vscode.Uri.file(`${batch}.md`).with({ scheme: WORLD_TEXT });
  }

  provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const batch = uri.with({ scheme: 'file' }).fsPath.replace(/\.md$/, '');
    const { program, env } = editorRuntime();
    return new Promise((resolve) => {
      const child = execFile(
        program,
        [this.#command, 'show', '--world', '--', batch],
        { env: { ...env, NO_COLOR: '1' }, maxBuffer: MOST_BYTES, shell: false },
        (error, stdout, stderr) => {
          // A world that was not kept is no fault: the command says so in a sentence.
          resolve(error === null ? stdout : stderr.trim() === '' ? sentenceOfError(error) : stderr);
        },
      );
      token.onCancellationRequested(() => child.kill());
    });
  }
}
