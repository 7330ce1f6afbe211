import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, describe } from 'vitest';
import { ROOT } from './host/cache.ts';
import { runHostSuite } from './host/host-suite.ts';
import { reportHostTests } from './host/vitest.ts';
import { emptyWorkspace } from './host/workspace.ts';

/** `suite-elsewhere/*.suite.ts` run where there is nothing of ours. */
const workspace = await emptyWorkspace('elsewhere');
await writeFile(path.join(workspace.dir, 'compose.yaml'), 'services: {}\n');
await writeFile(path.join(workspace.dir, 'data.json'), '{ "cases": [] }\n');
const tests = await runHostSuite({
  name: 'elsewhere',
  suites: path.join(import.meta.dirname, 'suite-elsewhere'),
  extension: ROOT,
  workspace: workspace.dir,
});
afterAll(() => workspace.remove());

describe('in the extension host, elsewhere', () => {
  reportHostTests(tests);
});
