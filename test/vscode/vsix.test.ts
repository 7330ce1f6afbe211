import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { batchesIn } from './host/batch.ts';
import { cacheRoot, ROOT, run } from './host/cache.ts';
import { commandLines } from './host/processes.ts';
import { installVsix } from './host/server.ts';
import { inWorkbench } from './host/session.ts';
import { sampleWorkspace } from './host/workspace.ts';

const SLOW = { timeout: 120_000 };
const TEST = { timeout: 300_000 };

/** The package as a user has it: in a clean profile, with nothing of this repository in reach. */
const home = await mkdtemp(path.join(os.tmpdir(), 'sundowner-vsix-'));
const vsix = path.join(home, 'sundowner.vsix');
const extensionsDir = path.join(home, 'extensions');
afterAll(() => rm(home, { recursive: true, force: true, maxRetries: 5 }));

beforeAll(async () => {
  await run(process.execPath, ['scripts/package.mjs', vsix], ROOT);
  await installVsix(vsix, extensionsDir);
});

/** What the extension host wrote into its own log. */
async function hostLogs(logs: string): Promise<string> {
  const names = await readdir(logs, { recursive: true });
  const own = names.filter((name) => path.basename(name) === 'remoteexthost.log');
  expect(own).toHaveLength(1);
  return readFile(path.join(logs, own[0]!), 'utf8');
}

it('is at most 5 MB, and holds neither sources nor tests nor libraries', async () => {
  expect((await stat(vsix)).size).toBeLessThanOrEqual(5 * 1024 * 1024);
  const [installed] = (await readdir(extensionsDir)).filter((name) =>
    name.startsWith('sundowner.sundowner-'),
  );
  const files = await readdir(path.join(extensionsDir, installed!), { recursive: true });
  expect(files).toContain('package.json');
  expect(files.filter((name) => /\.(ts|tsx|map)$|node_modules|(^|\/)test\//.test(name))).toEqual([]);
});

it('shows a planted mistake, runs the case once it is mended, and opens its review', TEST, async () => {
  const workspace = await sampleWorkspace(0.5);
  onTestFinished(() => workspace.remove());
  const file = path.join(workspace.dir, 'cases/H06.case.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('exec_notes:', 'exec_note:'));
  const options = { workspace: workspace.dir, extensionsDir, file: 'cases/H06.case.yaml' };
  await inWorkbench('vsix', options, async (workbench, host) => {
    const problems = await workbench.problems();
    const planted = problems.filter({ hasText: 'Did you mean "exec_notes"?' }).first();
    await planted.waitFor(SLOW);
    await workbench.screenshot('vsix-installed');
    await workbench.untilNoticed(file, text, planted, 'detached');

    await workbench.tab('H06.case.yaml').click();
    await workbench.codeLens('Run case').first().click(SLOW);
    const verdict = workbench.codeLens(/(PASS|FAIL) \d of \d/).first();
    await verdict.waitFor(SLOW);
    await verdict.click();
    await workbench.webview().locator('[data-point="CP1"] [role=option]').waitFor(SLOW);
    await workbench.screenshot('vsix-review');

    // What works is the package, and nothing of the clone is among what it works with.
    const started = commandLines(host.pid).flat();
    expect(started.filter((part) => part.startsWith(extensionsDir))).not.toEqual([]);
    const cache = cacheRoot() + path.sep;
    expect(started.filter((part) => part.includes(ROOT) && !part.includes(cache))).toEqual([]);
    const [batch] = batchesIn(workspace.dir);
    const manifest = await readFile(path.join(batch!, 'manifest.json'), 'utf8');
    expect(manifest).not.toContain(ROOT);
    // The extension host reports what it does not like with a stack that names who did it.
    expect(await hostLogs(host.logs)).not.toContain('extension.cjs');
    expect(workbench.foreignRequests).toEqual([]);
  });
});
