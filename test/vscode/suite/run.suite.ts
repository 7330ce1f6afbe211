import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from './eventually.ts';
import { batches, edit, read, revert, sundowner, uriOf, write } from './workspace.ts';

const runCase = (caseId: string, file = `cases/${caseId}.case.yaml`): Thenable<string | null> =>
  vscode.commands.executeCommand<string | null>('sundowner.runCase', {
    uri: uriOf(file).toString(),
    caseId,
  });

async function jsonOf(file: string): Promise<Record<string, unknown>> {
  const bytes = await vscode.workspace.fs.readFile(vscode.Uri.file(file));
  return JSON.parse(new TextDecoder().decode(bytes)) as Record<string, unknown>;
}

describe('running cases', function () {
  this.timeout(180_000);

  it('saves the buffer first, and runs what the author sees', async () => {
    await sundowner();
    const before = await read('cases/H06.case.yaml');
    const document = await edit('cases/H06.case.yaml', 'exec_notes: |-', 'exec_notes: |-\n  改过的备注。');
    assert.equal(document.isDirty, true);
    const batch = await runCase('H06');
    assert.ok(batch);
    assert.equal(document.isDirty, false);
    const frozen = await vscode.workspace.fs.readFile(
      vscode.Uri.file(path.join(batch, 'evalset/cases/H06.case.yaml')),
    );
    assert.match(new TextDecoder().decode(frozen), /改过的备注。/);
    const verdict = await jsonOf(path.join(batch, 'results/verdict-H06.json'));
    assert.equal(verdict['case_id'], 'H06');
    assert.equal((await jsonOf(path.join(batch, 'manifest.json')))['mode'], 'single');
    await write('cases/H06.case.yaml', before);
  });

  it('is refused while an error stands in the evalset, and makes no batch', async () => {
    const before = await batches();
    const document = await edit('cases/H07.case.yaml', 'group_key: ', 'group_key: nowhere_');
    assert.equal(await runCase('H06'), null);
    assert.deepEqual(await batches(), before);
    await edit('cases/H07.case.yaml', 'group_key: nowhere_', 'group_key: ');
    await document.save();
  });

  it('takes ids that would lead out of a folder, or hold quotes, blanks and pictures', async () => {
    const id = `../H99 '"🚢`;
    const card = (await read('cases/H06.case.yaml')).replace(
      /^case_id: .*$/m,
      `case_id: ${JSON.stringify(id)}`,
    );
    const evalset = await read('evalset.yaml');
    await write('cases/H99 甲.case.yaml', card);
    await write(
      'evalset.yaml',
      evalset.replace('  - cases/H12.case.yaml', "  - cases/H12.case.yaml\n  - 'cases/H99 甲.case.yaml'"),
    );
    try {
      // The file watcher tells the server in its own time.
      const uri = uriOf('cases/H99 甲.case.yaml');
      await vscode.window.showTextDocument(uri);
      let batch: string | null = null;
      await eventually('the new case is known', async () => {
        batch = await runCase(id, 'cases/H99 甲.case.yaml');
        return batch !== null;
      });
      assert.ok(batch);
      assert.equal(path.dirname(batch), path.dirname((await batches())[0] ?? ''));
      const results = await vscode.workspace.fs.readDirectory(vscode.Uri.file(path.join(batch, 'results')));
      const [verdict] = results.map(([name]) => name).filter((name) => name.startsWith('verdict-'));
      assert.ok(verdict);
      assert.equal((await jsonOf(path.join(batch, 'results', verdict)))['case_id'], id);
    } finally {
      await write('evalset.yaml', evalset);
      await vscode.workspace.fs.delete(uriOf('cases/H99 甲.case.yaml'));
    }
  });

  it('says of a lone file that it belongs to no evalset', async () => {
    await write(
      'lone.case.yaml',
      (await read('cases/H06.case.yaml')).replace(/^case_id: .*$/m, 'case_id: L1'),
    );
    const before = await batches();
    const document = await vscode.workspace.openTextDocument(uriOf('lone.case.yaml'));
    await vscode.window.showTextDocument(document);
    assert.equal(await runCase('L1', 'lone.case.yaml'), null);
    assert.deepEqual(await batches(), before);
    await revert(document);
    await vscode.workspace.fs.delete(uriOf('lone.case.yaml'));
  });
});
