import assert from 'node:assert/strict';
import { mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { root, sundowner } from './workspace.ts';

const copyInto = (folder: string): Thenable<vscode.Uri | null> =>
  vscode.commands.executeCommand('sundowner.openSample', { folder, open: false });

describe('the sample company', function () {
  this.timeout(60_000);
  let folder = '';
  before(async () => {
    await sundowner();
    folder = await mkdtemp(path.join(os.tmpdir(), 'sundowner 样例 '));
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it('is copied whole into a folder of its own', async () => {
    const copy = await copyInto(folder);
    assert.equal(copy?.fsPath, path.join(folder, 'harbor-tide'));
    const names = (dir: string): Promise<string[]> => readdir(dir, { recursive: true });
    const copied = await names(copy.fsPath);
    for (const name of ['evalset.yaml', 'cases/H12.case.yaml', 'world/harbor.world.yaml'])
      assert.ok(copied.includes(name), name);
    assert.equal(
      await readFile(path.join(copy.fsPath, 'evalset.yaml'), 'utf8'),
      await readFile(path.join(root(), 'evalset.yaml'), 'utf8'),
    );
  });

  it('never takes a name that is there, be it a folder or a file', async () => {
    const mine = path.join(folder, 'harbor-tide/evalset.yaml');
    await writeFile(mine, 'mine');
    await writeFile(path.join(folder, 'harbor-tide-2'), 'a file');
    await mkdir(path.join(folder, 'harbor-tide-3'));
    assert.equal((await copyInto(folder))?.fsPath, path.join(folder, 'harbor-tide-4'));
    assert.equal(await readFile(mine, 'utf8'), 'mine');
    assert.equal(await readFile(path.join(folder, 'harbor-tide-2'), 'utf8'), 'a file');
    assert.deepEqual(await readdir(path.join(folder, 'harbor-tide-3')), []);
  });

  it('goes nowhere but into the folder that was named', async () => {
    const before = await readdir(folder);
    await assert.rejects(Promise.resolve(copyInto(path.join(folder, 'harbor-tide-2'))));
    assert.deepEqual(await readdir(folder), before);
  });
});
