import * as vscode from 'vscode';
import * as z from 'zod';
import type { App } from '../app.ts';

const given = z.object({ folder: z.string(), open: z.boolean().optional() });
const MOST_COPIES = 99;

/**
 * Copies the sample company into a folder of the person's choice and opens it. A folder that is there is never written
 * over. Resolves to the copy.
 */
export async function openSample(app: App, argument: unknown): Promise<vscode.Uri | null> {
  const wish = given.safeParse(argument);
  const parent = wish.success ? vscode.Uri.file(wish.data.folder) : await chooseFolder();
  if (parent === null) return null;
  const target = await freeName(parent);
  await vscode.workspace.fs.copy(vscode.Uri.file(app.shipped.sample), target, { overwrite: false });
  if (wish.success && wish.data.open === false) return target;
  await vscode.commands.executeCommand('vscode.openFolder', target, {
    forceNewWindow: vscode.workspace.workspaceFolders !== undefined,
  });
  return target;
}

async function chooseFolder(): Promise<vscode.Uri | null> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    openLabel: vscode.l10n.t('Copy the sample here'),
    title: vscode.l10n.t('Where should the copy of the sample company lie?'),
  });
  return chosen?.[0] ?? null;
}

async function freeName(parent: vscode.Uri): Promise<vscode.Uri> {
  for (let n = 1; n <= MOST_COPIES; n++) {
    const uri = vscode.Uri.joinPath(parent, n === 1 ? 'harbor-tide' : `harbor-tide-${n}`);
    const taken = await vscode.workspace.fs.stat(uri).then(
      () => true,
      () => false,
    );
    if (!taken) return uri;
  }
  throw new Error(vscode.l10n.t('{0} holds too many copies of the sample already.', parent.fsPath));
}
