import {
  cpSync,
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
import { expect, it } from 'vitest';
import { describeWithCorpus } from '../corpus.ts';
import { batchesIn, editFile, runCases } from './host/batch.ts';
import { ROOT } from './host/cache.ts';
import { Workbench } from './host/driver.ts';
import { inWorkbench } from './host/session.ts';
import { emptyWorkspace, sampleWorkspace } from './host/workspace.ts';

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

async function batchRow(workbench: Workbench): Promise<Locator> {
  await workbench.command('View: Show Sundowner');
  return workbench.treeRows('Batches').first();
}

it(
  'a folder that is torn, deleted, put back or locked says so, and is read again by itself',
  TEST,
  async () => {
    const workspace = await sampleWorkspace(0.5);
    try {
      const batch = await runCases(workspace.dir, ['H06']);
      const copy = path.join(workspace.dir, 'copy');
      cpSync(batch, copy, { recursive: true });
      await inWorkbench('folders', { workspace: workspace.dir, ...EXTENSION }, async (workbench) => {
        const { page } = workbench;
        await workbench.openFile('H06.case.yaml');
        const lens = workbench.codeLens(/PASS|FAIL/).first();
        await lens.click(SLOW);
        const review = workbench.webview();
        const point = review.locator('[data-point="CP1"]');
        await point.waitFor(SLOW);
        const row = await batchRow(workbench);
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
        await page.getByText('No batch has been run here yet.').waitFor(SLOW);
        await lens.waitFor({ state: 'detached' });
        await workbench.screenshot('folder-gone');
        renameSync(copy, batch);
        await point.waitFor(SLOW);
        await row.locator('.codicon-beaker').waitFor(SLOW);
        await lens.waitFor(SLOW);
      });
    } finally {
      await workspace.remove();
    }
  },
);

it('two windows on one folder run a case each, and both see both verdicts', TEST, async () => {
  const workspace = await sampleWorkspace(0.5);
  try {
    await inWorkbench('windows', { workspace: workspace.dir, ...EXTENSION }, async (first, host) => {
      const second = await Workbench.open(host, EXTENSION);
      try {
        const cases = [
          [first, 'H06'],
          [second, 'H07'],
        ] as const;
        for (const [window, id] of cases) {
          await window.openFile(`${id}.case.yaml`);
          await window.codeLens('Run case').first().waitFor(SLOW);
        }
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
  } finally {
    await workspace.remove();
  }
});

describeWithCorpus('a batch of another tool', (corpus) => {
  it('is opened by its path, and shown without anything that would act on it', TEST, async () => {
    const workspace = await emptyWorkspace('nothing of ours');
    try {
      const batch = foreignBatch(corpus, path.join(workspace.dir, '..', 'foreign'));
      await inWorkbench('foreign', { workspace: workspace.dir, ...EXTENSION }, async (workbench, host) => {
        const { page } = workbench;
        const keys = [
          { key: 'ctrl+alt+o', command: 'sundowner.openBatch', args: { folder: batch } },
          { key: 'ctrl+alt+p', command: 'sundowner.openBatch', args: { folder: workspace.dir } },
        ];
        writeFileSync(path.join(path.dirname(host.settingsFile), 'keybindings.json'), JSON.stringify(keys));
        await workbench.reload();
        // The palette may be asked before it knows our view.
        await page.locator('.activitybar a[aria-label^="Sundowner"]').click();
        await page.getByText('No batch has been run here yet.').waitFor(SLOW);
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
        expect(await rows.filter({ hasText: 'nothing of ours' }).count()).toBe(0);
      });
    } finally {
      await workspace.remove();
    }
  });
});

/** What another tool left, put together from single files. */
function foreignBatch(corpus: string, dir: string): string {
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
  return path.resolve(dir);
}
