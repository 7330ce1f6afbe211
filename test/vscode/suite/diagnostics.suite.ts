import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from './eventually.ts';
import { edit, rendered, revert, sundowner, uriOf, waitForFindings, write } from './workspace.ts';

/** Files of the workspace with a finding, each with its findings. */
const all = (): string[][] =>
  vscode.languages
    .getDiagnostics()
    .map(([uri]) => [uri.path, ...rendered(uri)])
    .filter(({ length }) => length > 1);

describe('mistakes as the author types', () => {
  const open: vscode.TextDocument[] = [];
  afterEach(async () => {
    for (const document of open.splice(0)) await revert(document);
  });

  it('none stands in the sample, once all of its files were looked at', async () => {
    await sundowner();
    const world = await edit('world/harbor.world.yaml', '\n  ops:', '\n  ops2:');
    open.push(world);
    // A finding in a file that is not open came with the report on all files.
    const card = uriOf('cases/H04.case.yaml');
    await eventually('a finding in another file', () => rendered(card).length > 0);
    await revert(world);
    await eventually(
      () => `no finding: ${JSON.stringify(all())}`,
      () => all().length === 0,
    );
  });

  it('a key that is not known, at the key', async () => {
    open.push(await edit('cases/H06.case.yaml', 'exec_notes:', 'exec_note:'));
    const document = await vscode.workspace.openTextDocument(uriOf('cases/H06.case.yaml'));
    const { line } = document.positionAt(document.getText().indexOf('exec_note:'));
    await waitForFindings(document.uri, [`${line}:0-${line}:9 unknown-key`]);
  });

  it('a checkpoint without its number, at the tag inside the block', async () => {
    const document = await edit('cases/H01.case.yaml', '[CP2·结果]', '[CP·结果]');
    open.push(document);
    const { line } = document.positionAt(document.getText().indexOf('[CP·结果]'));
    await waitForFindings(document.uri, [`${line}:2-${line}:9 checkpoint-without-number`]);
  });

  it('a group that the world does not have, at the value, in another file than the one that was edited', async () => {
    open.push(await edit('world/harbor.world.yaml', '\n  ops:', '\n  ops2:'));
    const card = await vscode.workspace.openTextDocument(uriOf('cases/H01.case.yaml'));
    await vscode.window.showTextDocument(card);
    const at = card.positionAt(card.getText().indexOf('group_key: ops') + 'group_key: '.length);
    const end = `${at.line}:${at.character + 3}`;
    await waitForFindings(card.uri, [`${at.line}:${at.character}-${end} dangling-group`]);
  });

  it('in JSON behind escapes, at the exact place', async () => {
    const text = [
      '[',
      '  {',
      '    "case_id": "J1", "storyline": "S", "group_key": "g", "asker": "a",',
      '    "turns": [{ "turn": 1, "kind": "query", "speaker": "a", "text": "你好" }],',
      '    "checkpoints_raw": "[CP1\\u00b7结果][必选] 一\\n[CP·结果][必选] 二"',
      '  }',
      ']',
      '',
    ].join('\n');
    await write('loose/evalset/cases-of-others.json', text);
    const document = await vscode.workspace.openTextDocument(uriOf('loose/evalset/cases-of-others.json'));
    await vscode.window.showTextDocument(document);
    const from = document.positionAt(text.indexOf('[CP·结果]'));
    await waitForFindings(document.uri, [
      `${from.line}:${from.character}-${from.line}:${from.character + '[CP·结果]'.length} checkpoint-without-number`,
    ]);
    await vscode.workspace.fs.delete(uriOf('loose'), { recursive: true });
    assert.equal(document.isDirty, false);
  });
});
