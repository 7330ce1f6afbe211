import assert from 'node:assert/strict';
import path from 'node:path';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from './eventually.ts';
import { batches, root, sundowner, uriOf, write } from './workspace.ts';

/** Exit code of a task that is run to its end. */
async function finish(task: vscode.Task, meanwhile?: (execution: vscode.TaskExecution) => Promise<void>) {
  let ended: (code: number | undefined) => void = () => undefined;
  const end = new Promise<number | undefined>((resolve) => (ended = resolve));
  const listener = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
    if (execution.task.name === task.name) ended(exitCode);
  });
  const execution = await vscode.tasks.executeTask(task);
  try {
    await meanwhile?.(execution);
    return await end;
  } finally {
    listener.dispose();
  }
}

async function verdictsOf(batch: string): Promise<string[]> {
  const names = await vscode.workspace.fs.readDirectory(vscode.Uri.file(path.join(batch, 'results'))).then(
    (all) => all.map(([name]) => name),
    () => [],
  );
  return names.filter((name) => /^verdict-H\d+\.json$/.test(name)).sort();
}

describe('batches as tasks', function () {
  this.timeout(240_000);

  it('are offered for each evalset', async () => {
    await sundowner();
    const offered = await vscode.tasks.fetchTasks({ type: 'sundowner' });
    assert.deepEqual(
      offered
        .filter(({ definition }) => definition['action'] === 'run')
        .map(({ definition }) => String(definition['evalset'])),
      ['.'],
    );
  });

  it('come from tasks.json, with ids that are arguments and never shell', async () => {
    const tasks = {
      version: '2.0.0',
      tasks: [
        {
          label: 'two cases',
          type: 'sundowner',
          action: 'run',
          evalset: '.',
          cases: ['H06', 'H08'],
        },
        {
          label: 'no such case',
          type: 'sundowner',
          action: 'run',
          evalset: '.',
          cases: ['$(touch pwned); --help'],
        },
      ],
    };
    await write('.vscode/tasks.json', JSON.stringify(tasks));
    const named = async (name: string): Promise<vscode.Task> => {
      let task: vscode.Task | undefined;
      await eventually(`task ${name}`, async () => {
        task = (await vscode.tasks.fetchTasks()).find((one) => one.name === name);
        return task !== undefined;
      });
      assert.ok(task);
      return task;
    };
    const before = await batches();
    assert.equal(await finish(await named('two cases')), 0);
    const [made] = (await batches()).filter((dir) => !before.includes(dir));
    assert.ok(made);
    assert.deepEqual(await verdictsOf(made), ['verdict-H06.json', 'verdict-H08.json']);
    assert.equal(await finish(await named('no such case')), 2);
    await assert.rejects(Promise.resolve(vscode.workspace.fs.stat(uriOf('pwned'))));
    await vscode.workspace.fs.delete(uriOf('.vscode'), { recursive: true });
  });

  it('are stopped in good order and resumed to the last case, with nothing lost', async () => {
    const before = await batches();
    const run = (await vscode.tasks.fetchTasks({ type: 'sundowner' })).find(
      ({ definition }) => definition['action'] === 'run',
    );
    assert.ok(run);
    let made = '';
    await finish(run, async (execution) => {
      await eventually(
        'a verdict while the batch runs',
        async () => {
          made = (await batches()).find((dir) => !before.includes(dir)) ?? '';
          return made !== '' && (await verdictsOf(made)).length > 0;
        },
        120_000,
      );
      execution.terminate();
    });
    const early = await verdictsOf(made);
    assert.ok(early.length > 0 && early.length < 12, `${early.length} verdicts before the stop`);
    await eventually('the stopped run lets go of the batch', async () =>
      vscode.workspace.fs.stat(vscode.Uri.file(path.join(made, 'batch.lock'))).then(
        () => false,
        () => true,
      ),
    );
    let resume: vscode.Task | undefined;
    await eventually('a task that resumes the batch', async () => {
      resume = (await vscode.tasks.fetchTasks({ type: 'sundowner' })).find(
        ({ definition }) => definition['action'] === 'resume' && definition['batch'] === made,
      );
      return resume !== undefined;
    });
    assert.ok(resume);
    assert.equal(await finish(resume), 0);
    assert.equal((await verdictsOf(made)).length, 12);
    assert.equal(path.dirname(made), path.join(root(), 'runs'));
  });
});
