import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { describeWithCorpus } from '../corpus.ts';
import { batchesIn, editFile } from './host/batch.ts';
import { ROOT } from './host/cache.ts';
import { Workbench } from './host/driver.ts';
import { sharedWorkbench } from './host/session.ts';
import { sampleWorkspace } from './host/workspace.ts';

/** Batch folders in every bad state, while they are looked at. */

const EXTENSION = { extensionDevelopmentPath: ROOT, width: 1600 };
const SLOW = { timeout: 120_000 };
const TEST = { timeout: 300_000 };

/** Waits for a notification; those that went by stand in the list behind the bell. */
async function told(workbench: Workbench, text: string): Promise<void> {
  await workbench.command('Notifications: Show Notifications');
  await workbench.page.locator('.notifications-center', { hasText: text }).waitFor(SLOW);
  await workbench.command('Notifications: Clear All Notifications');
}

/** The row of a batch in the Batches view, which is opened. */
async function batchRow(workbench: Workbench, batch: string): Promise<Locator> {
  await workbench.command('View: Show Sundowner');
  // A batch that began in the same second has the name with a number behind it.
  const name = new RegExp(`${path.basename(batch)}(?!-)`);
  return workbench.treeRows('Batches').filter({ hasText: name });
}

const workspace = await sampleWorkspace(0.5);
afterAll(() => workspace.remove());
/** A batch of another tool, and what is no batch, are opened by keys: a path cannot be typed into the editor's dialog. */
const foreign = path.join(workspace.dir, '..', 'foreign');
const noBatch = path.join(workspace.dir, '..', 'nothing of ours');
const open = (folder: string) => ({ command: 'sundowner.openBatch', args: { folder } });
const shared = sharedWorkbench('folders', () =>
  Promise.resolve({
    workspace: workspace.dir,
    ...EXTENSION,
    file: 'cases/H06.case.yaml',
    keybindings: [
      { key: 'ctrl+alt+o', ...open(foreign) },
      { key: 'ctrl+alt+p', ...open(noBatch) },
    ],
  }),
);

it('two windows on one folder run a case each, and both see both verdicts', TEST, async () => {
  const { workbench: first, host } = shared();
  const second = await Workbench.open(host, { ...EXTENSION, file: 'cases/H07.case.yaml' });
  try {
    const cases = [
      [first, 'H06'],
      [second, 'H07'],
    ] as const;
    for (const [window] of cases) await window.codeLens('Run case').first().waitFor(SLOW);
    await Promise.all(cases.map(([window]) => window.codeLens('Run case').first().click()));
    const verdict = /PASS|FAIL/;
    await Promise.all(cases.map(([window]) => window.codeLens(verdict).first().waitFor(SLOW)));
    expect(batchesIn(workspace.dir)).toHaveLength(2);
    for (const [window, id] of cases) {
      const other = id === 'H06' ? 'H07' : 'H06';
      await window.openFile(`${other}.case.yaml`);
      await window.codeLens(verdict).first().waitFor(SLOW);
      await window.command('View: Show Sundowner');
      await window.treeRows('Batches').nth(1).locator('.codicon-beaker').waitFor(SLOW);
      expect(await window.treeRows('Batches').count()).toBe(2);
    }
  } finally {
    await second.close();
  }
});

it(
  'a folder that is torn, deleted, put back or locked says so, and is read again by itself',
  TEST,
  async () => {
    const { workbench } = shared();
    const batch = batchesIn(workspace.dir).find((dir) =>
      existsSync(path.join(dir, 'results/verdict-H06.json')),
    )!;
    const copy = path.join(workspace.dir, 'copy');
    cpSync(batch, copy, { recursive: true });
    await workbench.openFile('H06.case.yaml');
    const lens = workbench.codeLens(/PASS|FAIL/).first();
    await lens.click(SLOW);
    const review = workbench.webview();
    const point = review.locator('[data-point="CP1"]');
    await point.waitFor(SLOW);
    const row = await batchRow(workbench, batch);
    await row.locator('.codicon-beaker').waitFor(SLOW);
    const problems = review.locator('.bar-problems');
    expect(await problems.count()).toBe(0);

    // Half written.
    const manifest = path.join(batch, 'manifest.json');
    truncateSync(manifest, Math.floor(statSync(manifest).size / 2));
    await row.locator('.codicon-warning').waitFor(SLOW);
    await problems.filter({ hasText: 'manifest.json is not valid JSON' }).waitFor(SLOW);
    cpSync(path.join(copy, 'manifest.json'), manifest);
    await row.locator('.codicon-beaker').waitFor(SLOW);
    await problems.waitFor({ state: 'detached' });
    await point.waitFor();

    // A process was killed while it wrote the last line.
    const journal = path.join(batch, 'journal.jsonl');
    truncateSync(journal, statSync(journal).size - 9);
    await problems.filter({ hasText: 'The last line of journal.jsonl is unfinished' }).waitFor(SLOW);
    await workbench.screenshot('folder-torn');
    cpSync(path.join(copy, 'journal.jsonl'), journal);
    await problems.waitFor({ state: 'detached' });

    // A live process holds it, and it is none of this window's.
    writeFileSync(path.join(batch, 'batch.lock'), String(process.pid));
    await row.locator('.codicon-loading').waitFor(SLOW);
    await row.hover();
    await row.locator('a[aria-label="Stop"]').click();
    await told(workbench, 'is run by another window or by the command line; stop it there.');
    rmSync(path.join(batch, 'batch.lock'));
    await row.locator('.codicon-beaker').waitFor(SLOW);

    // Gone, and back again.
    rmSync(batch, { recursive: true });
    await review.locator('.trouble', { hasText: 'no longer there' }).waitFor(SLOW);
    await row.waitFor({ state: 'detached', ...SLOW });
    await lens.waitFor({ state: 'detached' });
    await workbench.screenshot('folder-gone');
    renameSync(copy, batch);
    await point.waitFor(SLOW);
    await row.locator('.codicon-beaker').waitFor(SLOW);
    await lens.waitFor(SLOW);
  },
);

describeWithCorpus('a batch of another tool', (corpus) => {
  it('is opened by its path, and shown without anything that would act on it', TEST, async () => {
    const { workbench } = shared();
    const { page } = workbench;
    makeForeign(corpus, foreign);
    mkdirSync(noBatch);
    await workbench.command('View: Close All Editors');
    await workbench.command('View: Show Sundowner');
    const rows = workbench.treeRows('Batches');
    await page.keyboard.press('Control+Alt+O');
    const row = rows.filter({ hasText: 'Sundowner #1' });
    await row.locator('.codicon-lock').waitFor(SLOW);
    await row.click();
    await rows.filter({ hasText: 'T135' }).click();
    const review = workbench.webview();
    await review.locator('[data-point="CP1"]').waitFor(SLOW);
    await review.locator('[data-point="CP2"]').waitFor();
    await review.getByText('Read-only: nothing is written to this batch.').waitFor();
    for (const name of ['Run case', 'Re-judge', 'Judge now', 'Judge by hand', 'Rerun case', 'Run again'])
      expect([name, await review.getByRole('button', { name }).count()]).toEqual([name, 0]);
    await row.hover();
    for (const name of ['Resume Batch', 'Stop', 'Re-judge'])
      expect([name, await row.locator(`a[aria-label="${name}"]`).count()]).toEqual([name, 0]);
    await workbench.screenshot('foreign-batch');

    // A folder that is no batch is told, and not kept in the list.
    await page.keyboard.press('Control+Alt+P');
    await told(workbench, 'is no batch folder');
    expect(await rows.filter({ hasText: path.basename(noBatch) }).count()).toBe(0);
  });
});

/** What another tool left, put together from single files. */
function makeForeign(corpus: string, dir: string): void {
  const put = (name: string, to: string): void => {
    mkdirSync(path.dirname(path.join(dir, to)), { recursive: true });
    cpSync(path.join(corpus, 'sundowner', name), path.join(dir, to));
  };
  put('verdict.T135.json', 'results/verdict-T135.json');
  put('summary.json', 'results/summary.json');
  put('judge-filled.T135.json', 'evidence/T135/judge-T135.json');
  put('judge-template.T135.json', 'evidence/T135/judge-T135.template.json');
  put('world-preset.bound.json', 'script/world-preset.bound.json');
  put('manifests.json', 'manifests.json');
  put('case-card.T135.json', 'evalset/cases.json');
  editFile(path.join(dir, 'evalset/cases.json'), (card) => `[${card}]`);
  put('journal.json', 'journal.jsonl');
  const lines = JSON.parse(readFileSync(path.join(dir, 'journal.jsonl'), 'utf8')) as unknown[];
  writeFileSync(path.join(dir, 'journal.jsonl'), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}
