import path from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { ROOT } from './host/cache.ts';
import { runHostSuite, runSuiteInNode } from './host/host-suite.ts';
import { endProcesses, processesWith } from './host/processes.ts';
import { assertPassed } from './host/vitest.ts';
import { eventually } from './suite/eventually.ts';

/** The tests of the tests: what goes wrong in the extension host must be seen here. */
const STUBS = path.join(import.meta.dirname, 'host/stub');

it('hands over what passed, what failed and what was skipped', async () => {
  const tests = await runSuiteInNode(path.join(STUBS, 'failing'));
  const states = tests.map(({ title, state }) => [title.replace(/^.* › /, ''), state]);
  expect(states).toEqual([
    ['passes', 'passed'],
    ['fails', 'failed'],
    ['has nothing to say', 'pending'],
  ]);
  expect(() => assertPassed(tests[0]!)).not.toThrow();
  expect(() => assertPassed(tests[1]!)).toThrow('one is not two');
  expect(() => assertPassed(tests[2]!)).toThrow('skipped');
});

it('fails when there is no test', async () => {
  await expect(runSuiteInNode(path.join(STUBS, 'empty'))).rejects.toThrow('had no test');
});

it('fails when the extension host dies in the middle, and says how far it came', async () => {
  const dying = runHostSuite({
    name: 'harness-dying',
    suites: path.join(STUBS, 'dying'),
    extension: path.join(STUBS, 'extension'),
    workspace: path.join(ROOT, 'samples/harbor'),
    keepFailures: false,
    timeout: 110_000,
  });
  await expect(dying).rejects.toThrow(/stopped in the middle .*passes first/);
});

it('ends what a server started, though the server ended before', async () => {
  const mark = `harness-${process.pid}`;
  // A parent that ends at once, and a child that would stay.
  const child = `require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { detached: true, stdio: 'ignore' }).unref()`;
  const parent = spawn(process.execPath, ['-e', child], { env: { SUNDOWNER_MARK: mark } });
  await once(parent, 'exit');
  const left = processesWith(`SUNDOWNER_MARK=${mark}`);
  expect(left).toHaveLength(1);
  endProcesses(left);
  await eventually('it is gone', () => processesWith(`SUNDOWNER_MARK=${mark}`).length === 0);
});
