import path from 'node:path';
import * as vscode from 'vscode';
import type { SundownerApi } from '../../../extension/extension.ts';
import { eventually } from './eventually.ts';

/** Folder of the copy of the sample company that is open. */
export function root(): string {
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error('no folder is open');
  return folder.uri.fsPath;
}

export function uriOf(file: string): vscode.Uri {
  return vscode.Uri.file(path.join(root(), file));
}

export async function read(file: string): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(uriOf(file)));
}

export async function write(file: string, text: string): Promise<void> {
  await vscode.workspace.fs.writeFile(uriOf(file), new TextEncoder().encode(text));
}

/** The extension, active. */
export async function sundowner(): Promise<SundownerApi> {
  const extension = vscode.extensions.getExtension<SundownerApi>('sundowner.sundowner');
  if (extension === undefined) throw new Error('the extension is not found');
  return extension.activate();
}

/** Findings of a file as `line:from-line:to code`, 0-based, once they are what `wanted` says. */
export function rendered(uri: vscode.Uri): string[] {
  return vscode.languages
    .getDiagnostics(uri)
    .filter(({ source }) => source === 'sundowner')
    .map(({ range: { start, end }, code }) => {
      const name = typeof code === 'object' ? code.value : code;
      return `${start.line}:${start.character}-${end.line}:${end.character} ${name ?? ''}`;
    })
    .sort();
}

export async function waitForFindings(uri: vscode.Uri, wanted: readonly string[]): Promise<void> {
  await eventually(
    () => `findings of ${uri.path}: ${JSON.stringify(rendered(uri))}`,
    () => JSON.stringify(rendered(uri)) === JSON.stringify([...wanted].sort()),
  );
}

/** Opens a file, replaces a text in it without saving, and gives the document. */
export async function edit(file: string, from: string, to: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uriOf(file));
  const editor = await vscode.window.showTextDocument(document);
  const at = document.getText().indexOf(from);
  if (at < 0) throw new Error(`${file} does not hold ${from}`);
  const range = new vscode.Range(document.positionAt(at), document.positionAt(at + from.length));
  await editor.edit((change) => change.replace(range, to));
  return document;
}

/** Takes back what was not saved. */
export async function revert(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.files.revert');
}

/** Folders below `runs/`, oldest first. */
export async function batches(): Promise<string[]> {
  const found = await vscode.workspace.fs.readDirectory(uriOf('runs')).then(
    (all) => all,
    () => [],
  );
  return found.map(([name]) => path.join(root(), 'runs', name)).sort();
}
