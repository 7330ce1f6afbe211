import path from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './host/cache.ts';
import { runHostSuite } from './host/host-suite.ts';
import { assertPassed } from './host/vitest.ts';

/** The tests of the tests: what goes wrong in the extension host must be seen here. */
const STUBS = path.join(import.meta.dirname, 'host/stub');

const run = (name: string) =>
  runHostSuite({
    name: `harness-${name}`,
    suites: path.join(STUBS, name),
    extension: path.join(STUBS, 'extension'),
    workspace: path.join(ROOT, 'samples/harbor'),
    keepFailures: false,
    timeout: 110_000,
  });

it('hands over what passed, what failed and what was skipped', async () => {
  const tests = await run('failing');
  const states = tests.map(({ title, state }) => [title.replace(/^.* › /, ''), state]);
  expect(states).toEqual([
    ['runs in the extension host', 'passed'],
    ['fails', 'failed'],
    ['has nothing to say', 'pending'],
  ]);
  expect(() => assertPassed(tests[0]!)).not.toThrow();
  expect(() => assertPassed(tests[1]!)).toThrow('one is not two');
  expect(() => assertPassed(tests[2]!)).toThrow('skipped');
});

it('fails when there is no test', async () => {
  await expect(run('empty')).rejects.toThrow('had no test');
});

it('fails when the extension host dies in the middle, and says how far it came', async () => {
  await expect(run('dying')).rejects.toThrow(/stopped in the middle .*passes first/);
});
