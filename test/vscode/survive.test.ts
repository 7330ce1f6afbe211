import type { FrameLocator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { runCases } from './host/batch.ts';
import { ROOT } from './host/cache.ts';
import { sharedWorkbench } from './host/session.ts';
import { sampleWorkspace, setQuiet } from './host/workspace.ts';

/** A review is followed while its case runs, kept when it is hidden or loaded anew, and used without a mouse. */

const EXTENSION = { extensionDevelopmentPath: ROOT, width: 1700, height: 1000 };
const SLOW = { timeout: 120_000 };
const TEST = { timeout: 300_000 };

/** Keeps every state of the page that was drawn: whether the case ran, how many messages stood there, and whether it had its verdict. */
const RECORD = `
  window.seen = [];
  new MutationObserver(() => {
    const now = [
      document.querySelector('.state-running') !== null,
      document.querySelectorAll('article').length,
      document.querySelector('.score-glyph.state-FAIL') !== null,
    ].join();
    if (window.seen.at(-1) !== now) window.seen.push(now);
  }).observe(document.body, { subtree: true, childList: true, attributes: true });
`;

/** The value of an expression in the page of the review. */
async function inPage<T>(review: FrameLocator, expression: string): Promise<T> {
  const body = await review.locator('body').elementHandle();
  const frame = await body.ownerFrame();
  if (frame === null) throw new Error('the review has no page');
  return frame.evaluate<T>(expression);
}

const workspace = await sampleWorkspace(2);
afterAll(() => workspace.remove());
const shared = sharedWorkbench('survive', () => Promise.resolve({ workspace: workspace.dir, ...EXTENSION }));

it('a case that runs is followed live: messages one after the other, then the verdict', TEST, async () => {
  const { workbench } = shared();
  await workbench.openFile('H01.case.yaml');
  await workbench.codeLens('Run case').first().waitFor(SLOW);
  await workbench.command('Sundowner: Open Case Review');
  const review = workbench.webview();
  await review.getByText('H01 has no verdict yet').waitFor(SLOW);
  await inPage(review, RECORD);
  await review.getByRole('button', { name: 'Run case' }).click();
  await review.locator('.run-bar').waitFor(SLOW);
  await review.locator('.score-sentence', { hasText: 'Running' }).waitFor(SLOW);
  await review.locator('article').first().waitFor(SLOW);
  await workbench.screenshot('live');
  await review.locator('.score-glyph.state-FAIL').waitFor(SLOW);
  const seen = (await inPage<string[]>(review, 'window.seen')).map((one) => one.split(','));
  const live = seen.filter(([running]) => running === 'true');
  const counts = live.map(([, messages]) => Number(messages));
  // None, then more and more; and no verdict before the case was over.
  expect([...counts].sort((a, b) => a - b)).toEqual(counts);
  expect(counts[0]).toBe(0);
  expect(counts.at(-1)).toBeGreaterThan(0);
  expect(live.filter(([, , judged]) => judged === 'true')).toEqual([]);
});

it(
  'by keyboard from the lens to the quote to the source and through the batch; the place is kept',
  TEST,
  async () => {
    await setQuiet(workspace, 0.5);
    await runCases(workspace.dir, ['H01', 'H06', 'H08']);
    const { workbench } = shared();
    const { page } = workbench;
    await workbench.command('View: Close All Editors');
    await page.setViewportSize({ width: 1700, height: 620 });
    const press = async (...keys: string[]): Promise<void> => {
      for (const key of keys) await page.keyboard.press(key);
    };
    await workbench.openFile('H08.case.yaml');
    await workbench
      .codeLens(/PASS|FAIL/)
      .first()
      .waitFor(SLOW);
    await workbench.command('Show CodeLens Commands for Current Line');
    const rows = page.locator('.quick-input-widget .monaco-list-row');
    await rows
      .filter({ hasText: /PASS|FAIL/ })
      .first()
      .waitFor();
    await page.keyboard.type('of 3');
    await rows.filter({ hasText: 'Run case' }).waitFor({ state: 'detached' });
    await press('Enter');
    const review = workbench.webview();
    const chosen = review.locator('[role=option][aria-selected=true]');
    const id = review.locator('.case-id');
    await review.locator('[data-point="CP1"]').waitFor(SLOW);
    await press('j', 'j');
    await review.locator('[data-point="CP2"] [role=option][aria-selected=true]').waitFor();
    await press('Enter');
    await review.locator('.evidence mark.lit').first().waitFor(SLOW);
    await press('b', 'o');
    const line = page.locator('.view-line', { hasText: '[CP2·' });
    await line.waitFor();
    await page.locator('.editor-group-container.active .tab.active', { hasText: 'H08.case.yaml' }).waitFor();

    // Through the cases of the batch, and back.
    await workbench.tab('Review: H08').click();
    await review.locator('[data-point="CP2"] [role=option]').click();
    await press('[');
    await id.filter({ hasText: 'H06' }).waitFor(SLOW);
    await press('[');
    await id.filter({ hasText: 'H01' }).waitFor(SLOW);
    await press('[', ']', ']');
    await id.filter({ hasText: 'H08' }).waitFor(SLOW);

    // Point, kind of evidence and place in it stand a hidden tab and a window that is loaded anew.
    await press('j', 'j', 'j');
    await review.locator('[data-point="CP3"] [role=option][aria-selected=true]').waitFor();
    const evidence = review.locator('.evidence');
    await review.locator('#tab-events').click();
    await evidence.locator('.virtual-item').nth(3).waitFor(SLOW);
    await evidence.hover();
    await page.mouse.wheel(0, 150);
    const place = await settled(review);
    const isKept = async (): Promise<void> => {
      await review.locator('#tab-events[aria-selected=true]').waitFor(SLOW);
      await expect.poll(() => placeOf(review), { timeout: 20_000 }).toBe(place);
      // In one column the points are a tab of their own.
      const points = review.locator('#tab-points');
      if ((await points.count()) > 0) await points.click();
      expect(await chosen.locator('xpath=ancestor::*[@data-point]').getAttribute('data-point')).toBe('CP3');
      await review.locator('#tab-events').click();
      // What is kept is kept once the click was heard.
      await review.locator('#tab-events[aria-selected=true]').waitFor();
    };
    await workbench.openFile('H02.case.yaml');
    await workbench.tab('Review: H08').click();
    await isKept();
    await workbench.reload();
    await isKept();
  },
);

/** The first item that is seen, and how much of it is above the edge: heights come and go, the place stays. */
const placeOf = (review: FrameLocator): Promise<string> =>
  inPage(
    review,
    `(() => {
      const top = document.querySelector('.evidence')?.getBoundingClientRect().top ?? 0;
      for (const item of document.querySelectorAll('.evidence .virtual-item')) {
        const box = item.getBoundingClientRect();
        if (box.bottom > top + 1) return item.dataset.index + ' + ' + Math.round((top - box.top) / 4) * 4;
      }
      return 'nothing';
    })()`,
  );

/** Where a list comes to rest, away from its beginning. */
async function settled(review: FrameLocator): Promise<string> {
  let before = '';
  let same = 0;
  await expect
    .poll(
      async () => {
        const now = await placeOf(review);
        same = now === before && !now.startsWith('0 ') ? same + 1 : 0;
        before = now;
        return same;
      },
      { timeout: 20_000 },
    )
    .toBeGreaterThan(4);
  return before;
}
