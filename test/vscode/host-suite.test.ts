import path from 'node:path';
import { afterAll, describe } from 'vitest';
import { ROOT } from './host/cache.ts';
import { runHostSuite } from './host/host-suite.ts';
import { reportHostTests } from './host/vitest.ts';
import { sampleWorkspace } from './host/workspace.ts';

/** Every `suite/*.suite.ts` runs once inside an extension host that has a copy of the sample company open. */
const workspace = await sampleWorkspace(0.5);
const tests = await runHostSuite({
  name: 'host',
  suites: path.join(import.meta.dirname, 'suite'),
  extension: ROOT,
  workspace: workspace.dir,
  // More than the limits of all tests together: a test that hangs ends by its own, and its name is told.
  timeout: 7_200_000,
});
afterAll(() => workspace.remove());

describe('in the extension host', () => {
  reportHostTests(tests);
});
