import * as vscode from 'vscode';

/** Scheme of files of a batch that must not be edited: the path is that of the file. */
export const BATCH_TEXT = 'sundowner-batch';

/** Shows a file of a batch without letting it be edited. */
export class BatchText implements vscode.TextDocumentContentProvider {
  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const bytes = await vscode.workspace.fs.readFile(uri.with({ scheme: 'file' }));
    return new TextDecoder().decode(bytes);
  }
}
