import assert from 'node:assert/strict';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from './eventually.ts';
import { batches, edit, read, rendered, revert, sundowner, uriOf, write } from './workspace.ts';

type Outcome = string | { readonly why: string } | null;

const runCase = (caseId: string, file = `cases/${caseId}.case.yaml`): Thenable<Outcome> =>
  vscode.commands.executeCommand<Outcome>('sundowner.runCase', {
    uri: uriOf(file).toString(),
    caseId,
  });

function whyOf(outcome: Outcome): string {
  assert.ok(outcome !== null && typeof outcome === 'object', 'it was not refused');
  return outcome.why;
}

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
    assert.ok(typeof batch === 'string');
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

  it('is refused while an error stands in the evalset, says which and where, and makes no batch', async () => {
    const before = await batches();
    const document = await edit('cases/H07.case.yaml', 'group_key: ', 'group_key: nowhere_');
    const { line } = document.positionAt(document.getText().indexOf('nowhere_'));
    assert.match(whyOf(await runCase('H06')), new RegExp(`H07\\.case\\.yaml:${line + 1}: .*"nowhere_`));
    assert.deepEqual(await batches(), before);
    await edit('cases/H07.case.yaml', 'group_key: nowhere_', 'group_key: ');
    await document.save();
  });

  describe('with an id that cannot be part of a file name', () => {
    const CARD = 'cases/H07.case.yaml';
    let card = '';
    let checks = '';
    before(async () => {
      card = await read(CARD);
      checks = await read('cases.checks.yaml');
      // Checks of a case that is called otherwise would be the first error.
      await write('cases.checks.yaml', checks.replace(/^ {2}H07:\n(?: {4}.*\n)*/m, ''));
    });
    afterEach(async () => {
      const text = (await vscode.workspace.openTextDocument(uriOf(CARD))).getText();
      await (await edit(CARD, text, card)).save();
    });
    after(() => write('cases.checks.yaml', checks));

    for (const id of ['../H99', 'H 99', `H"99'`, '🚢'])
      it(`is refused for ${id}, at the id`, async () => {
        const made = await batches();
        const document = await edit(CARD, 'case_id: H07', `case_id: ${JSON.stringify(id)}`);
        const end = 'case_id: '.length + JSON.stringify(id).length;
        await eventually(
          () => rendered(document.uri).join(),
          () => rendered(document.uri).includes(`0:9-0:${end} unsafe-name`),
        );
        assert.match(whyOf(await runCase(id, CARD)), /H07\.case\.yaml:1: .*file names/);
        assert.deepEqual(await batches(), made);
      });
  });

  it('says of a lone file that it belongs to no evalset', async () => {
    await write(
      'lone.case.yaml',
      (await read('cases/H06.case.yaml')).replace(/^case_id: .*$/m, 'case_id: L1'),
    );
    const before = await batches();
    const document = await vscode.workspace.openTextDocument(uriOf('lone.case.yaml'));
    await vscode.window.showTextDocument(document);
    assert.match(whyOf(await runCase('L1', 'lone.case.yaml')), /lone\.case\.yaml belongs to no evalset/);
    assert.deepEqual(await batches(), before);
    await revert(document);
    await vscode.workspace.fs.delete(uriOf('lone.case.yaml'));
  });
});
