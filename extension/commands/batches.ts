import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { TrustedApp } from '../app.ts';
import { noticeText } from '../plain.ts';
import { batchOf } from './arguments.ts';

type Register = (command: string, action: (argument: unknown) => unknown) => void;

/** Commands of the batches view. */
export function batchCommands(app: TrustedApp, register: Register): void {
  register('refreshBatches', () => app.batches.touch());
  register('openBatch', (argument) => openBatch(app, argument));
  register('forgetBatch', async (argument) => {
    const batch = batchOf(argument);
    if (batch !== null) await app.batches.forgetOpened(batch);
  });
  register('revealBatch', async (argument) => {
    const batch = batchOf(argument);
    if (batch === null) return;
    const uri = vscode.Uri.file(batch);
    const inside = vscode.workspace.getWorkspaceFolder(uri) !== undefined;
    await vscode.commands.executeCommand(inside ? 'revealInExplorer' : 'revealFileInOS', uri);
  });
}

const given = z.object({ folder: z.string().refine((folder) => path.isAbsolute(folder)) });

/**
 * A batch folder of the person's choice, which another tool may have written; it stays in the list. A binding or
 * another extension may name it: `{ folder }`, absolute.
 */
async function openBatch(app: TrustedApp, argument: unknown): Promise<void> {
  const wish = given.safeParse(argument);
  const dir = wish.success ? path.resolve(wish.data.folder) : await chooseFolder();
  if (dir === undefined) return;
  const names = await vscode.workspace.fs.readDirectory(vscode.Uri.file(dir)).then(
    (all) => all.map(([name]) => name),
    () => [],
  );
  if (!names.some((name) => SIGNS.includes(name))) {
    void vscode.window.showErrorMessage(noticeText(noBatch(dir)));
    return;
  }
  await app.batches.open(dir);
  const found = (await app.batches.list()).find((one) => path.relative(one.batch.dir, dir) === '');
  const problem =
    found === undefined || found.state === 'unreadable' ? (found?.problems[0]?.text ?? null) : null;
  if (found === undefined || problem !== null) {
    await app.batches.forgetOpened(dir);
    void vscode.window.showErrorMessage(noticeText(problem ?? noBatch(dir)));
    return;
  }
  await vscode.commands.executeCommand('sundowner.batches.focus');
}

/** What a batch folder holds at least one of; one that is just begun has a lock. */
const SIGNS: readonly string[] = ['manifest.json', 'journal.jsonl', 'batch.lock', 'results', 'evidence'];

const noBatch = (dir: string): string =>
  vscode.l10n.t('{0} is no batch folder: it has neither manifest.json nor results/verdict-*.json.', dir);

async function chooseFolder(): Promise<string | undefined> {
  const chosen = await vscode.window.showOpenDialog({
    canSelectFiles: false,
    canSelectFolders: true,
    canSelectMany: false,
    openLabel: vscode.l10n.t('Open Batch'),
    title: vscode.l10n.t('Folder of a batch: it holds results, evidence, or a manifest'),
  });
  return chosen?.[0]?.fsPath;
}
