import { readdirSync } from 'node:fs';
import path from 'node:path';
import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ROOT } from './host/cache.ts';
import type { Workbench } from './host/driver.ts';
import { commandLines } from './host/processes.ts';
import { inWorkbench } from './host/session.ts';
import { sampleWorkspace } from './host/workspace.ts';

/** A folder that the person does not trust may be read and mended; nothing of it is run. */

const SLOW = { timeout: 120_000 };
const TEST = { timeout: 300_000 };

/** What the extension started, by the name of the script. */
function started(hostPid: number): string[] {
  const ours = path.join(ROOT, 'dist/extension');
  return commandLines(hostPid)
    .flatMap((line) => line.find((part) => part.startsWith(ours)) ?? [])
    .map((script) => path.relative(ours, script))
    .sort();
}

/** Commands that an untrusted workspace must not offer, and a trusted one does. */
const WITH_TRUST = ['Sundowner: Run Case', 'Testing: Focus on Test Explorer View'];

/** Whether the palette offers a command of this title. */
async function commandOffered({ page }: Workbench, title: string): Promise<boolean> {
  const widget = page.locator('.quick-input-widget');
  const input = widget.locator('.quick-input-filter input');
  const labels = widget.locator('.monaco-list-row .label-name');
  await page.keyboard.press('F1');
  // Rows stay until there is an answer: once those of another query are gone, the answer to ours stands there.
  const other = labels.filter({ hasText: 'Developer: Reload Window' });
  await input.fill('>Developer: Reload Window');
  await other.first().waitFor();
  await input.fill(`>${title}`);
  await other.first().waitFor({ state: 'detached' });
  await labels.first().waitFor();
  const found = (await labels.allInnerTexts()).includes(title);
  await page.keyboard.press('Escape');
  await widget.waitFor({ state: 'hidden' });
  return found;
}

it('an untrusted workspace is for authoring only; trust brings the rest without a reload', TEST, async () => {
  const workspace = await sampleWorkspace(0.5);
  const file = path.join(workspace.dir, 'cases/H06.case.yaml');
  const text = await readFile(file, 'utf8');
  await writeFile(file, text.replace('exec_notes:', 'exec_note:'));
  try {
    const options = {
      workspace: workspace.dir,
      extensionDevelopmentPath: ROOT,
      workspaceTrust: true,
      file: 'cases/H06.case.yaml',
    };
    await inWorkbench('trust', options, async (workbench, host) => {
      const { page } = workbench;
      await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor(SLOW);
      const problems = await workbench.problems();
      await problems.filter({ hasText: 'Did you mean "exec_notes"?' }).first().waitFor(SLOW);
      await workbench.tab('H06.case.yaml').click();

      // Lenses: what a case is judged by is told, and nothing that would run.
      await page.locator('.codelens-decoration', { hasText: '2 required' }).waitFor(SLOW);
      expect(await workbench.codeLens('Run case').count()).toBe(0);
      expect(await page.locator('.testing-run-glyph').count()).toBe(0);
      // Nobody has tests to show, so not even the view is there.
      for (const title of WITH_TRUST)
        expect([title, await commandOffered(workbench, title)]).toEqual([title, false]);
      await workbench.command('View: Show Sundowner');
      await page.getByText('In an untrusted workspace only authoring works.').waitFor();
      await workbench.screenshot('untrusted');
      expect(started(host.pid)).toEqual(['server.cjs']);
      expect(readdirSync(workspace.dir)).not.toContain('runs');

      await workbench.command('Workspaces: Manage Workspace Trust');
      await page
        .locator('.workspace-trust-editor')
        .getByRole('button', { name: 'Trust', exact: true })
        .click();
      await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).waitFor({ state: 'detached' });
      await page.locator('.monaco-modal-editor-block .codicon-close').first().click();
      await page.locator('.workspace-trust-editor').waitFor({ state: 'detached' });
      await workbench.codeLens('Run case').first().waitFor(SLOW);
      await page.locator('.testing-run-glyph').first().waitFor(SLOW);
      await (await workbench.testing()).filter({ hasText: 'Harbor Tide' }).first().waitFor(SLOW);
      await workbench.command('View: Show Sundowner');
      await page.getByText('No batch has been run here yet.').waitFor(SLOW);
      for (const title of WITH_TRUST)
        expect([title, await commandOffered(workbench, title)]).toEqual([title, true]);
      expect(started(host.pid)).toEqual(['reader.cjs', 'server.cjs']);

      // And it runs, once the mistake is mended.
      await workbench.untilNoticed(file, text, problems.first(), 'detached');
      await workbench.tab('H06.case.yaml').click();
      await workbench.codeLens('Run case').first().click();
      await workbench
        .codeLens(/PASS|FAIL/)
        .first()
        .waitFor(SLOW);
      expect(workbench.foreignRequests).toEqual([]);
    });
  } finally {
    await workspace.remove();
  }
});
