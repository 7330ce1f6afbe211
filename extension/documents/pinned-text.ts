import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { pinnedText } from '../../language-server/protocol.ts';

/** Scheme of a file as it would be with every pinned text put back: the path is that of the file. */
export const PINNED_TEXT = 'sundowner-pinned';

/** A file of the author's with the texts of the pinned version, to be held beside the file as it is. */
export class PinnedText implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  constructor(client: LanguageClient) {
    this.#client = client;
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    const file = uri.with({ scheme: 'file' });
    const found = await this.#client.sendRequest(pinnedText, { uri: file.toString() }, token);
    return found?.text ?? '';
  }

  /** Opens the comparison; where the text stands that was pointed at, when that is known. */
  async compare(file: vscode.Uri, selection: vscode.Range | undefined): Promise<void> {
    const found = await this.#client.sendRequest(pinnedText, { uri: file.toString() });
    if (found === null) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t('{0} belongs to no pinned evalset.', vscode.workspace.asRelativePath(file)),
      );
      return;
    }
    const left = file.with({ scheme: PINNED_TEXT });
    // What was shown before may be of an older pin.
    this.#changed.fire(left);
    await vscode.commands.executeCommand(
      'vscode.diff',
      left,
      file,
      vscode.l10n.t('{0}: pinned {1} ↔ now', vscode.workspace.asRelativePath(file), found.version),
      { preview: true, ...(selection === undefined ? {} : { selection }) },
    );
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
