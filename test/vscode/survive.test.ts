import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { afterAll, expect, it } from 'vitest';
import { judgeFilled } from '../../schemas/judge.ts';
import { labelsFile } from '../../schemas/labels.ts';
import { summary } from '../../schemas/summary.ts';
import { verdict } from '../../schemas/verdict.ts';
import { runCases } from './host/batch.ts';
import { ROOT } from './host/cache.ts';
import { sharedWorkbench } from './host/session.ts';
import { sampleWorkspace, setQuiet } from './host/workspace.ts';

/** A review is followed while its case runs, kept when it is hidden or loaded anew, used without a mouse, and labelled in. */

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

/** Selects the whole text of the agent's last answer, as a threefold click would. */
const SELECT_LAST_ANSWER = `(() => {
  const text = [...document.querySelectorAll('article.agent .evidence-text')].at(-1);
  getSelection().selectAllChildren(text);
})()`;

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

it(
  'two judges beside each other; a person’s verdicts reach the calibration report and, by re-scoring, the score',
  TEST,
  async () => {
    await setQuiet(workspace, 0.5);
    await mkdir(path.join(workspace.dir, '.vscode'), { recursive: true });
    await writeFile(
      path.join(workspace.dir, '.vscode/settings.json'),
      '{ "sundowner.reviewer": "Lin Zhuo" }',
    );
    const batch = await runCases(workspace.dir, ['H09']);
    const json = async (name: string): Promise<unknown> =>
      JSON.parse(await readFile(path.join(batch, name), 'utf8'));
    // A second judge, blind to the first, who has another word on CP2.
    const first = judgeFilled.parse(await json('evidence/H09/judge-H09.json'));
    const second = first.decisions.map((one) =>
      one.id === 'CP2'
        ? { ...one, met: 'unmet', reason: '没有说找谁', evidence: [], scope_read: first.scope }
        : one,
    );
    await writeFile(
      path.join(batch, 'evidence/H09/judge-H09.second.json'),
      JSON.stringify({
        ...first,
        judge: { ...first.judge, mode: 'other', model: 'second-1' },
        decisions: second,
      }),
    );
    const { workbench } = shared();
    const { page } = workbench;
    await page.setViewportSize({ width: 1700, height: 1000 });
    await workbench.command('View: Close All Editors');
    await workbench.openFile('H09.case.yaml');
    await workbench
      .codeLens(/PASS 2 of 2/)
      .first()
      .waitFor(SLOW);
    await workbench.command('Sundowner: Open Case Review');
    const review = workbench.webview();
    const option = (id: string) => review.locator(`[data-point="${id}"] [role=option]`);
    await option('CP2').click(SLOW);
    await expect.poll(() => review.locator('.judge-columns').textContent()).toBe('1st2ndYou');
    for (const name of ['Met', 'Unmet, Judges differ', 'Your verdict, none yet'])
      await option('CP2').getByRole('img', { name, exact: true }).waitFor();
    await review.locator('.judgement.needs-person', { hasText: '没有说找谁' }).waitFor();

    // What the first judge quoted carries a person's "met" as well.
    await page.keyboard.press('m');
    await review.locator('.yours-note', { hasText: 'Saved' }).waitFor(SLOW);
    // The veto has no quote yet: the person selects the words that trigger it.
    await option('VETO1').click();
    await review.locator('article').last().waitFor();
    await inPage(review, SELECT_LAST_ANSWER);
    await review.getByText('Goes with the words that you selected').waitFor();
    await page.keyboard.press('m');
    await review.locator('[data-point="VETO1"] .yours-note', { hasText: 'Saved' }).waitFor(SLOW);
    await workbench.screenshots('labelled');
    const labels = labelsFile.parse(await json('evidence/H09/labels-H09.json'));
    expect(
      labels.labels.map(({ point, word, by, seen, evidence }) => [point, word, by.id, seen, evidence.length]),
    ).toEqual([
      ['CP2', 'met', 'Lin Zhuo', true, 1],
      ['VETO1', 'met', 'Lin Zhuo', true, 1],
    ]);
    // Kept beside the judges: nothing moved.
    await review.locator('.score-sentence', { hasText: '2 of 2' }).waitFor();

    await workbench.command('Sundowner: Show Calibration Report');
    const line = (text: string) => page.locator('.view-line', { hasText: text });
    await line('2 points labelled by people: Lin Zhuo 2').waitFor(SLOW);
    await line('H09 VETO1 Lin Zhuo: met; judge: unmet').first().waitFor();
    await line('not testable').first().waitFor();
    await workbench.screenshot('calibration');

    await workbench.tab('Review: H09').click();
    await review.getByRole('button', { name: 'Re-score with 2 human verdicts…' }).click();
    await page.locator('.monaco-dialog-box').getByRole('button', { name: 'Re-score' }).click();
    const sentence = review.locator('.score-sentence');
    const decided = '0 of 2: veto triggered; CP2, VETO1 decided by Lin Zhuo';
    await sentence.filter({ hasText: decided }).waitFor(SLOW);
    await review.locator('.earlier li', { hasText: '2 of 2 · judges only' }).waitFor();
    await workbench.screenshots('rescored');

    // Judged again, and scored: what the person said stays in force.
    const updated = async (): Promise<string> => summary.parse(await json('results/summary.json')).updated_at;
    const before = await updated();
    await review.getByRole('button', { name: 'Re-judge' }).click();
    await expect.poll(updated, SLOW).not.toBe(before);
    await sentence.filter({ hasText: decided }).waitFor();
    expect(verdict.parse(await json('results/verdict-H09.json'))).toMatchObject({
      ...{ score: 0, veto: { triggered: true } },
      checkpoints: expect.arrayContaining([
        expect.objectContaining({ id: 'VETO1', by: { kind: 'person', id: 'Lin Zhuo' } }),
      ]) as unknown,
    });
    expect(workbench.foreignRequests).toEqual([]);
  },
);
