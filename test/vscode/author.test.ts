import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { verdict, type Verdict } from '../../schemas/verdict.ts';
import { batchesIn, editFile, runCases } from './host/batch.ts';
import { ROOT } from './host/cache.ts';
import type { Workbench } from './host/driver.ts';
import { sharedWorkbench } from './host/session.ts';
import { sampleWorkspace, setQuiet } from './host/workspace.ts';

/** The author's three jobs, by mouse and keyboard: fix a case, run a case, review a verdict. */

const FULL = { extensionDevelopmentPath: ROOT, width: 1600, height: 1000 };
const RUN = { timeout: 120_000 };

function verdictOf(batch: string, caseId: string): Verdict {
  return verdict.parse(JSON.parse(readFileSync(path.join(batch, `results/verdict-${caseId}.json`), 'utf8')));
}

/** A quote of the verdict that names its message. */
function quoteOf(found: Verdict, point: string): { quote: string; message_id: string } {
  for (const pointer of found.checkpoints.find(({ id }) => id === point)?.evidence ?? [])
    if ('quote' in pointer && pointer.message_id !== undefined)
      return { quote: pointer.quote, message_id: pointer.message_id };
  throw new Error(`${point} of ${found.case_id} has no quote`);
}

const gutter = (workbench: Workbench): Locator =>
  workbench.page.locator('.glyph-margin-widgets .testing-run-glyph');

const workspace = await sampleWorkspace(0.5);
afterAll(() => workspace.remove());
const shared = sharedWorkbench('author', () =>
  Promise.resolve({ workspace: workspace.dir, ...FULL, file: 'cases/H01.case.yaml' }),
);

it('a case is run by its lens; the review finds the quote in the very message, and back; edits grey it', async () => {
  const { workbench } = shared();
  const { page } = workbench;
  await workbench.codeLens('Run case').first().waitFor(RUN);
  const status = await workbench.statusFromNow();
  await workbench.codeLens('Run case').first().click();
  const lens = workbench.codeLens(/FAIL 2 of 3/).first();
  await lens.waitFor(RUN);
  // Progress, where the author looks: what was waited for, in the status bar.
  expect((await status()).filter((said) => /Sundowner: H01: waiting/.test(said))).not.toEqual([]);
  const [batch] = batchesIn(workspace.dir);
  const found = verdictOf(batch!, 'H01');

  // Each checkpoint carries its word; a message of the test sits on those that keep the case from passing.
  await page.locator('.view-line', { hasText: '[CP1·结果]' }).waitFor();
  const inline = page.locator('.test-error-content-widget');
  await inline.filter({ hasText: 'CP3 · Unmet' }).waitFor();
  await inline.filter({ hasText: 'DED1 · Triggered' }).waitFor();
  expect(await afterTexts(workbench)).toEqual(['✓ Met', '✓ Met']);

  // The message of a test opens the review at its point.
  await inline.filter({ hasText: 'CP3 · Unmet' }).click();
  await page.locator('.peekview-widget').getByText('Open Case Review').first().click(RUN);
  const review = workbench.webview();
  await review.locator('[data-point="CP3"] [role=option][aria-selected=true]').waitFor(RUN);
  await page.locator('.peekview-widget .codicon-close').first().click();

  // So does the lens, which the message had scrolled out of sight.
  await goToLine(workbench, 1);
  await lens.click();
  const point = review.locator('[data-point="CP1"]');
  await point.locator('[role=option]').click(RUN);
  const { quote, message_id } = quoteOf(found, 'CP1');
  // A quote that is cut into segments by others is still one text.
  const message = review.locator(`.evidence article[data-message-id="${message_id}"]`);
  await page.keyboard.press('Enter');
  const marks = message.locator('mark.lit');
  await marks.first().waitFor();
  expect((await marks.allInnerTexts()).join('')).toBe(quote);
  await workbench.screenshots('case-review');

  // And back: the tag at another point's quote selects that point.
  const other = quoteOf(found, 'CP2');
  await review
    .locator(`article[data-message-id="${other.message_id}"] .quote-tag[data-quote^="CP2/"]`)
    .click();
  await review.locator('[data-point="CP2"] [role=option][aria-selected=true]').waitFor();

  // The editor's cursor selects too.
  await workbench.tab('H01.case.yaml').click();
  await goToLine(workbench, lineOf(workspace.dir, '[扣分]'));
  await review.locator('[data-point="DED1"] [role=option][aria-selected=true]').waitFor();

  // An edit of the prompt: the verdict is of an earlier text, and says of which.
  await goToLine(workbench, lineOf(workspace.dir, '@小舵 上次'));
  await page.keyboard.press('End');
  await page.keyboard.type('请尽快');
  await workbench
    .codeLens(/of an earlier text/)
    .first()
    .waitFor();
  await inline.first().waitFor({ state: 'detached' });
  const version = /^V1\.0 \([0-9a-f]{12}\)$/;
  const grey = await afterTexts(workbench);
  expect(grey.map((text) => text.split(' · ')[0])).toEqual(['✓ Met', '✓ Met', '✗ Unmet', '● Triggered']);
  for (const text of grey) expect(/ · of (.+); the case was edited$/.exec(text)?.[1]).toMatch(version);
  await review.locator('.bar-stale').waitFor();
  await workbench.screenshots('editor-edited');
  expect(workbench.foreignRequests).toEqual([]);
  await workbench.tab('H01.case.yaml').click();
  await workbench.command('File: Revert File');
});

it('a case is run from the Testing view; a batch with faults is watched, killed and resumed in the Batches view', async () => {
  const { workbench } = shared();
  const { page } = workbench;
  await workbench.command('View: Close All Editors');
  await workbench.openFile('H06.case.yaml');
  await workbench.codeLens('Run case').first().waitFor(RUN);
  await gutter(workbench).first().waitFor();
  const tests = await workbench.testing();
  // The levels are made when they are opened.
  await tests.filter({ hasText: 'Harbor Tide' }).first().click(RUN);
  await page.keyboard.press('ArrowRight');
  await tests
    .filter({ hasText: 'H06' })
    .or(tests.filter({ hasText: '·' }))
    .first()
    .waitFor();
  await page.keyboard.press('Home');
  await expandAll(workbench, tests);
  const row = tests.filter({ hasText: /H06 / }).last();
  await gutter(workbench).first().click();
  await row.locator('.codicon-testing-passed-icon, .codicon-testing-failed-icon').waitFor(RUN);
  await workbench.screenshots('testing');

  // It must still run when it is killed.
  await setQuiet(workspace, 2);
  const undisturbed = runUndisturbed();
  writeFileSync(path.join(workspace.dir, 'three.faults.yaml'), FAULTS);
  await workbench.command('Sundowner: Run Batch…');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'three.faults.yaml' }).waitFor(RUN);
  await workbench.screenshot('run-batch');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'three.faults.yaml' }).click();
  await workbench.command('View: Show Sundowner');
  const rows = workbench.treeRows('Batches');
  const batch = rows.filter({ hasText: '-' }).first();
  await batch.locator('.codicon-loading').waitFor(RUN);
  await batch.click();
  await rows
    .filter({ has: page.locator('.codicon-pass-filled, .codicon-error') })
    .first()
    .waitFor(RUN);
  const dir = batchesIn(workspace.dir).at(-1)!;
  process.kill(Number(/^\d+/.exec(readFileSync(path.join(dir, 'batch.lock'), 'utf8'))?.[0]), 'SIGKILL');
  await batch.locator('.codicon-debug-pause').waitFor(RUN);
  const happened = (icon: string): Locator => rows.filter({ has: page.locator(`.codicon-${icon}`) });
  expect(await happened('debug-restart').innerText()).toMatch(/^Killed after [\d:]+, not resumed$/);
  await workbench.screenshot('batches-killed');
  await batch.hover();
  await batch.locator('a[aria-label="Resume Batch"]').click();
  await batch.locator('.codicon-beaker').waitFor(RUN);
  expect(await batch.innerText()).toContain('11 of 12 cases count');
  expect(await happened('debug-restart').innerText()).toMatch(
    /^Killed after [\d:]+, resumed at [\d:]+( · H\d\d.*(went on|played again))+$/,
  );
  const faults = happened('zap');
  expect(await faults.innerText()).toMatch(
    /^\d+ faults made on purpose \(three\): \d+ duplicate_event, \d+ rate_limit, \d+ timeout_after$/,
  );
  await workbench.screenshots('batches');
  await faults.click();
  await page.locator('.view-line', { hasText: 'plan three, seed 5' }).waitFor(RUN);
  await workbench.screenshot('faults');
  // Nothing was lost, and no fault of the platform became one of the agent.
  expect(statusesOf(dir)).toEqual(await undisturbed);
});

/** Three kinds of faults, often enough that each strikes. */
const FAULTS = `name: three
seed: 5
redelivery: { ack_within_ms: 1500, again_after_ms: [500, 1000] }
rules:
  - { kind: rate_limit, every: 9 }
  - { kind: timeout_after, every: 14, ops: [im.message.*] }
  - { kind: duplicate_event, every: 3 }
`;

/** Statuses of a batch of the same company that nothing befell. */
async function runUndisturbed(): Promise<Readonly<Record<string, string>>> {
  const other = await sampleWorkspace(0.5);
  try {
    return statusesOf(await runCases(other.dir, []));
  } finally {
    await other.remove();
  }
}

const statusesOf = (batch: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => `H${String(i + 1).padStart(2, '0')}`).map((id) => {
      const { status, score } = verdictOf(batch, id);
      return [id, `${status} ${score}`];
    }),
  );

it('a case is written: completion, hover, a date, a mended prompt, a rename over files, a restored text', async () => {
  const { workbench } = shared();
  const { page } = workbench;
  const file = path.join(workspace.dir, 'cases/H02.case.yaml');
  const text = (): string => readFileSync(file, 'utf8');
  await workbench.command('View: Close All Editors');
  await workbench.openFile('H02.case.yaml');

  // A person is named by key; the list tells who it is.
  await goTo(workbench, text(), 'speaker: shaozhi');
  for (let left = 'shaozhi'.length; left > 0; left -= 1) await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Space');
  const proposals = page.locator('.suggest-widget.visible .monaco-list-row');
  await proposals.filter({ hasText: 'shaozhi' }).filter({ hasText: '邵知遥' }).waitFor(RUN);
  await workbench.screenshot('completion');
  await page.keyboard.type('shaoz');
  await proposals.filter({ hasText: 'wenren' }).waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.locator('.suggest-widget.visible').waitFor({ state: 'detached' });
  await page.locator('.view-line', { hasText: 'speaker: shaozhi' }).waitFor();

  await workbench.command('Show or Focus Hover');
  await page.locator('.monaco-hover:visible', { hasText: '船期经理' }).first().waitFor(RUN);
  await workbench.screenshot('hover');
  await page.keyboard.press('Escape');

  // The day that a placeholder will be stands behind it.
  const dated = page.locator('.view-line', { hasText: /开航是.*\{\{D\+13\}\}\s*\d+月\d+日/ });
  await dated.waitFor(RUN);
  await workbench.screenshot('date-hint');
  await workbench.save();

  // YAML would eat the prompt from the number sign on.
  const eaten = '北岬线到底哪天开航？发到 #客户应答群';
  editFile(file, (now) => now.replace(/text: \|-\n +@小舵 北岬线.*/u, `text: ${eaten}`));
  await page.locator('.squiggly-error').first().waitFor(RUN);
  await goTo(workbench, text(), '北岬线到底');
  await pickFix(workbench, 'Write it as a literal block (|-)', 'eaten-prompt-fix');
  await page.locator('.squiggly-error').waitFor({ state: 'detached' });
  await workbench.save();
  await expect.poll(text).toContain(`    text: |-\n      ${eaten}\n`);

  // A key is one name in all files.
  await goTo(workbench, text(), 'speaker: shaozhi');
  await page.keyboard.press('F2');
  // It stands in the page, out of sight, before it has the focus.
  const box = page.locator('.rename-box input:focus');
  await box.waitFor(RUN);
  await box.fill('zhiyao');
  await workbench.screenshot('rename');
  await page.keyboard.press('Enter');
  await page.locator('.view-line', { hasText: 'speaker: zhiyao' }).waitFor(RUN);
  await workbench.command('File: Save All Files');
  for (const name of ['cases/H02.case.yaml', 'npc/shaozhi.npc.yaml', 'world/harbor.world.yaml'])
    await expect.poll(() => readFileSync(path.join(workspace.dir, name), 'utf8')).toMatch(/\bzhiyao\b/);
  await page.locator('.squiggly-error').waitFor({ state: 'detached' });
  await workbench.screenshot('renamed');

  // What is pinned stays to the letter.
  await workbench.command('Sundowner: Pin Evalset Version');
  const pin = path.join(workspace.dir, 'evalset.pin.json');
  await expect.poll(() => existsSync(pin), RUN).toBe(true);
  editFile(file, (now) => now.replace('哪天开航？发到', '哪天开航?发到'));
  await page.locator('.squiggly-error').first().waitFor(RUN);
  await goTo(workbench, text(), '北岬线到底哪天开航');
  await pickFix(workbench, 'Restore the pinned text of V1.0', 'verbatim-restore');
  await page.locator('.squiggly-error').waitFor({ state: 'detached' });
  await workbench.save();
  await expect.poll(text).toContain(eaten);
  expect(workbench.foreignRequests).toEqual([]);
});

/** Sets the cursor behind the first place of a text in the file that is open. */
async function goTo(workbench: Workbench, content: string, text: string): Promise<void> {
  const before = content.slice(0, content.indexOf(text) + text.length).split('\n');
  await goToLine(workbench, before.length, (before.at(-1) ?? '').length + 1);
}

/** Takes the fix with this title at the cursor; the list of fixes is kept as a picture. */
async function pickFix(workbench: Workbench, title: string, picture: string): Promise<void> {
  const { page } = workbench;
  const fix = page.locator('.action-widget .monaco-list-row', { hasText: title }).first();
  // A list that opened before the server had read the last edit lacks the fix; it does not look again by itself.
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      await page.keyboard.press('Control+.');
      return fix.waitFor({ timeout: 5000 }).then(
        () => true,
        () => false,
      );
    }, RUN)
    .toBe(true);
  await workbench.screenshot(picture);
  await fix.click();
}

/** What decorations say behind the lines, from top to bottom. */
function afterTexts({ page }: Workbench): Promise<string[]> {
  return page.evaluate(`[...document.querySelectorAll('.view-line span[class*="ced-"]')]
    .map(span => ({ top: span.getBoundingClientRect().top, text: getComputedStyle(span, '::after').content }))
    .filter(({ text }) => text !== 'none' && text !== 'normal')
    .sort((a, b) => a.top - b.top)
    .map(({ text }) => JSON.parse(text).replaceAll('\\u00a0', ' '))`);
}

function lineOf(workspace: string, text: string): number {
  const lines = readFileSync(path.join(workspace, 'cases/H01.case.yaml'), 'utf8').split('\n');
  return lines.findIndex((line) => line.includes(text)) + 1;
}

async function goToLine({ page }: Workbench, line: number, column = 1): Promise<void> {
  await page.keyboard.press('Control+G');
  await page.locator('.quick-input-widget input').first().waitFor();
  await page.keyboard.type(`${line}:${column}`);
  await page.keyboard.press('Enter');
  // Its column counts what is drawn, a Chinese character as two.
  await page.locator('.statusbar-item', { hasText: `Ln ${line},` }).waitFor();
  await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
}

/** Opens every level of the tree of tests. */
async function expandAll({ page }: Workbench, rows: Locator): Promise<void> {
  await rows.first().click();
  await page.keyboard.press('Control+ArrowRight').catch(() => undefined);
  for (;;) {
    const closed = page.locator('.test-explorer .monaco-list-row[aria-expanded=false]').first();
    if ((await closed.count()) === 0) return;
    const label = await closed.innerText();
    await closed.click();
    await page.keyboard.press('ArrowRight');
    await page
      .locator('.test-explorer .monaco-list-row[aria-expanded=true]', { hasText: label.split('\n')[0] ?? '' })
      .first()
      .waitFor();
  }
}
