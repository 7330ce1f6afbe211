import * as vscode from 'vscode';
import { noticeText } from '../plain.ts';
import { fileOfBatch } from './file-of-batch.ts';

/** Opens a file of a batch folder, or says why not. */
export async function openInBatch(batch: string, given: string): Promise<void> {
  const found = await fileOfBatch(batch, given);
  if ('file' in found) {
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(found.file), {
      viewColumn: vscode.ViewColumn.One,
      preview: true,
    });
    return;
  }
  void vscode.window.showWarningMessage(noticeText(whyNot(found.refused, batch, given)));
}

function whyNot(refused: 'outside' | 'gone' | 'not a file', batch: string, given: string): string {
  switch (refused) {
    case 'outside':
      return vscode.l10n.t('{0} does not lie in the batch folder, so it is not opened.', given);
    case 'gone':
      return vscode.l10n.t('{0} is not there any more in {1}.', given, batch);
    case 'not a file':
      return vscode.l10n.t('{0} is not a file of {1}, so it is not opened.', given, batch);
  }
}
