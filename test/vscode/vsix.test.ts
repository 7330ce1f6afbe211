import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT, run } from './host/cache.ts';
import { installVsix } from './host/server.ts';
import { inWorkbench } from './host/session.ts';
import { sampleWorkspace } from './host/workspace.ts';

/** The package as a user has it: in a clean profile, with nothing of this repository in reach. */
const home = await mkdtemp(path.join(os.tmpdir(), 'sundowner-vsix-'));
const vsix = path.join(home, 'sundowner.vsix');
const extensionsDir = path.join(home, 'extensions');
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

beforeAll(async () => {
  await run(process.execPath, ['scripts/package.mjs', vsix], ROOT);
  await installVsix(vsix, extensionsDir);
});

it('is at most 5 MB, and holds neither sources nor tests nor libraries', async () => {
  expect((await stat(vsix)).size).toBeLessThanOrEqual(5 * 1024 * 1024);
  const [installed] = (await readdir(extensionsDir)).filter((name) =>
    name.startsWith('sundowner.sundowner-'),
  );
  const files = await readdir(path.join(extensionsDir, installed!), { recursive: true });
  expect(files).toContain('package.json');
  expect(files.filter((name) => /\.(ts|tsx|map)$|node_modules|(^|\/)test\//.test(name))).toEqual([]);
});

it('activates in a copy of the sample company and shows a planted mistake', async () => {
  const workspace = await sampleWorkspace();
  const file = path.join(workspace.dir, 'cases/H06.case.yaml');
  await writeFile(file, (await readFile(file, 'utf8')).replace('exec_notes:', 'exec_note:'));
  const options = { workspace: workspace.dir, extensionsDir };
  await inWorkbench('vsix', options, async (workbench) => {
    await workbench.openFile('H06.case.yaml');
    const problems = await workbench.problems();
    await problems.filter({ hasText: 'Did you mean "exec_notes"?' }).first().waitFor({ timeout: 60_000 });
    await workbench.screenshot('vsix-installed');
    expect(workbench.foreignRequests).toEqual([]);
  }).finally(() => workspace.remove());
});
