import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

describe('a folder without our files', () => {
  it('does not wake the extension, nor do other YAML and JSON files', async () => {
    const extension = vscode.extensions.getExtension('sundowner.sundowner');
    assert.ok(extension, 'the extension is not found');
    const files = await vscode.workspace.findFiles('**/*');
    assert.equal(files.length, 2);
    for (const file of files) await vscode.window.showTextDocument(file);
    // Answered by extensions that come with the editor: what these documents wake is awake afterwards.
    for (const file of files)
      await vscode.commands.executeCommand('vscode.executeDocumentSymbolProvider', file);
    assert.equal(extension.isActive, false);
  });
});
