import { realpath } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { noticeText } from '../plain.ts';

/**
 * Opens a file of a batch folder. What a message or an evidence pointer names may be anything, so the real place of the
 * file, behind every link, must lie in the real folder.
 */
export async function openInBatch(batch: string, relative: string): Promise<void> {
  const refuse = (): void => {
    void vscode.window.showWarningMessage(
      noticeText(vscode.l10n.t('{0} does not lie in the batch folder, so it is not opened.', relative)),
    );
  };
  if (relative.includes('\0') || path.isAbsolute(relative)) {
    refuse();
    return;
  }
  const folder = await realpath(batch);
  const file = await realpath(path.join(folder, ...relative.split('/'))).catch(() => null);
  if (file === null) {
    void vscode.window.showWarningMessage(
      noticeText(vscode.l10n.t('{0} is not there any more in {1}.', relative, batch)),
    );
    return;
  }
  const inside = path.relative(folder, file);
  if (inside.startsWith('..') || path.isAbsolute(inside)) {
    refuse();
    return;
  }
  await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file), {
    viewColumn: vscode.ViewColumn.One,
    preview: true,
  });
}
