import { existsSync } from 'node:fs';
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { childrenThatRun } from './children.ts';
import { eventually } from './eventually.ts';
import { batches, edit, revert, sundowner, uriOf, waitForFindings } from './workspace.ts';

const CARD = 'cases/H06.case.yaml';
const JUDGE = 'evidence/H06/judge-H06.json';

const command = <T>(name: string, argument?: unknown): Thenable<T> =>
  vscode.commands.executeCommand<T>(`sundowner.${name}`, argument);

const run = async (how: 'runCase' | 'runCaseKeepWorld'): Promise<string> => {
  const batch = await command<unknown>(how, { uri: uriOf(CARD).toString(), caseId: 'H06' });
  assert.ok(typeof batch === 'string', `no batch: ${JSON.stringify(batch)}`);
  return batch;
};

describe('commands on a batch', function () {
  this.timeout(180_000);
  let batch = '';
  let kept = '';
  before(async () => {
    await sundowner();
    batch = await run('runCase');
    kept = await run('runCaseKeepWorld');
  });
  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('show the world of a run that kept it, and say of another that it was not kept', async () => {
    const textOf = async (of: string): Promise<string> => {
      await command('showWorld', { batch: of });
      const document = vscode.window.activeTextEditor?.document;
      assert.equal(document?.uri.scheme, 'sundowner-world');
      return document.getText();
    };
    assert.match(await textOf(kept), /把《温控异常台账》里 BX-624 的状态改成「处置中」/);
    const none = await textOf(batch);
    assert.doesNotMatch(none, /BX-624/);
    assert.match(none, /world/);
  });

  it('judge again from the evidence, and keep what was changed by hand beside', async () => {
    const file = path.join(batch, JUDGE);
    const judged = await readFile(file, 'utf8');
    const judge = JSON.parse(judged) as { decisions: { reason: string }[] };
    judge.decisions[0]!.reason = 'a reason by hand';
    const byHand = JSON.stringify(judge);
    await writeFile(file, byHand);
    await command('rejudge', { batch, caseId: 'H06' });
    assert.equal(await readFile(path.join(batch, 'evidence/H06/judge-H06.kept-1.json'), 'utf8'), byHand);
    const again = JSON.parse(await readFile(file, 'utf8')) as typeof judge;
    assert.deepEqual(
      again.decisions.map(({ reason }) => reason),
      (JSON.parse(judged) as typeof judge).decisions.map(({ reason }) => reason),
    );
    assert.ok((await readdir(path.join(batch, 'results'))).includes('verdict-H06.json'));
  });

  it('compare the text that was judged with that of now', async () => {
    const frozen = await readFile(path.join(kept, 'evalset', CARD), 'utf8');
    const document = await edit(CARD, '回读给我看一眼', '回读给我看两眼');
    let compare: vscode.Command | undefined;
    await eventually('a lens that offers to compare', async () => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        document.uri,
      );
      compare = lenses.find((lens) => lens.command?.command === 'sundowner.compareText')?.command;
      return compare !== undefined;
    });
    await command('compareText', compare?.arguments?.[0]);
    const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
    assert.ok(input instanceof vscode.TabInputTextDiff);
    assert.equal(input.modified.toString(), document.uri.toString());
    assert.equal(input.original.scheme, 'sundowner-batch');
    assert.equal((await vscode.workspace.openTextDocument(input.original)).getText(), frozen);
    await revert(document);
  });
});

describe('a batch of elsewhere', function () {
  this.timeout(180_000);
  let folder = '';
  after(() => rm(folder, { recursive: true, force: true }));

  it('is offered once it is opened and not after it is forgotten; its folder stays', async () => {
    const stopped = await stoppedBatch();
    folder = await mkdtemp(path.join(os.tmpdir(), 'sundowner 别处 '));
    const elsewhere = path.join(folder, 'stopped');
    await cp(stopped, elsewhere, { recursive: true });
    const offered = async (): Promise<boolean> =>
      (await vscode.tasks.fetchTasks({ type: 'sundowner' })).some(
        ({ definition }) => definition['batch'] === elsewhere,
      );
    assert.equal(await offered(), false);
    await command('openBatch', { folder: elsewhere });
    await eventually('a task that resumes the opened batch', offered);
    await command('forgetBatch', { batch: elsewhere });
    await eventually('no task of the forgotten batch', async () => !(await offered()));
    assert.ok((await stat(path.join(elsewhere, 'manifest.json'))).isFile());
  });
});

describe('the Testing view', function () {
  this.timeout(180_000);

  it('hands a result to its item, though the file was edited while the case ran', async () => {
    const test = await runTestsOf(CARD);
    const document = await edit(CARD, '把《温控异常台账》里', '请把《温控异常台账》里');
    const item = itemOf(await test.result, 'H06');
    assert.ok([PASSED, FAILED].includes(item.ownComputedState), `state ${item.ownComputedState}`);
    await revert(document);
  });

  it('cancels a run in good order: no verdict, no process, nothing that holds the batch', async () => {
    const stopped = await stoppedBatch();
    assert.deepEqual((await sundowner()).processes().runs, []);
    const names = await readdir(stopped, { recursive: true });
    assert.equal(names.includes('batch.lock'), false);
    assert.deepEqual(
      names.filter((name) => name.includes('verdict-')),
      [],
    );
  });
});

describe('the language server', function () {
  this.timeout(120_000);

  it('is started anew on demand: findings of what is not saved come back', async () => {
    const document = await edit(CARD, 'exec_notes:', 'exec_note:');
    const { line } = document.positionAt(document.getText().indexOf('exec_note:'));
    const finding = [`${line}:0-${line}:9 unknown-key`];
    await waitForFindings(document.uri, finding);
    const old = childrenThatRun('server.cjs');
    await command('restartServer');
    await eventually('another server', () => {
      const now = childrenThatRun('server.cjs');
      return now.length === 1 && now[0] !== old[0];
    });
    await waitForFindings(document.uri, finding);
    await revert(document);
    await waitForFindings(document.uri, []);
  });
});

/** What the Testing view shows of a test, as numbers of the editor's. */
const [PASSED, FAILED, SKIPPED]: [number, number, number] = [3, 4, 5];
type TestResult = { items: { item: { extId: string }; ownComputedState: number }[] };

function itemOf({ items }: TestResult, caseId: string): TestResult['items'][number] {
  const found = items.find(({ item }) => item.extId.includes(`"${caseId}"`));
  assert.ok(found, `no item of ${caseId}`);
  return found;
}

/** Runs the tests of a file as the Testing view does; resolves when the command is at work. */
async function runTestsOf(file: string): Promise<{ result: Thenable<TestResult> }> {
  const api = await sundowner();
  await vscode.window.showTextDocument(uriOf(file));
  await eventually('tests in the file', async () => {
    const tests = await vscode.commands.executeCommand<string[][]>(
      'vscode.testing.getTestsInFile',
      uriOf(file),
    );
    return tests.some((parts) => parts.join().includes('H06'));
  });
  const result = vscode.commands.executeCommand<TestResult>('testing.runCurrentFile');
  await eventually('a run', () => api.processes().runs.length > 0);
  return { result };
}

/** A batch whose only case was cancelled in the Testing view before it had a verdict. */
async function stoppedBatch(): Promise<string> {
  const old = await batches();
  const test = await runTestsOf(CARD);
  let made: string | undefined;
  await eventually('the batch', async () => {
    made = (await batches()).find((dir) => !old.includes(dir));
    // Before its manifest stands there, a folder is no batch, and is taken back when the run is stopped.
    return made !== undefined && existsSync(path.join(made, 'manifest.json'));
  });
  await vscode.commands.executeCommand('testing.cancelRun');
  assert.equal(itemOf(await test.result, 'H06').ownComputedState, SKIPPED);
  assert.ok(made);
  return made;
}
