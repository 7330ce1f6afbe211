import { beforeEach, describe, expect, test } from 'vitest';
import { useReview } from './review-page.ts';
import { states } from './states.ts';

const review = useReview();
const { pointIs, sent, start } = review;

describe('filters', () => {
  beforeEach(() => start());
  const ids = () =>
    review.page.locator('[data-point]').evaluateAll((all) => all.map((e) => e.getAttribute('data-point')));
  const chip = (name: string) => review.page.locator('.chip', { hasText: name });

  test('count, join, and give way to a point that is asked for', async () => {
    expect(await review.page.locator('.chip').allTextContents()).toEqual([
      'All 7',
      'Unmet 2',
      'Overridden 3',
      "Can't judge 1",
      'Judges differ 2',
      'No human verdict 7',
    ]);
    await chip('Unmet').click();
    expect(await ids()).toEqual(['CP2', 'CP5']);
    await chip('Overridden').click();
    expect(await ids()).toEqual(['CP1', 'CP2', 'CP3', 'CP4', 'CP5']);
    await chip('Judges differ').click();
    expect(await ids()).toEqual(['CP3']);
    await review.send({ v: 1, type: 'select', point: 'CP1' });
    await pointIs('CP1');
    expect(await ids()).toHaveLength(7);
  });

  test('one judge: no second column, no filter for a difference', async () => {
    const shown = states()['fail-one-judge'];
    await review.send(shown);
    await review.page.locator('.earlier').waitFor();
    expect(await review.page.locator('.judge-columns').textContent()).toBe('1stYou');
    expect(await chip('Judges differ').count()).toBe(0);
  });
});

describe('what may be done', () => {
  test('a running case may be stopped; a case without a verdict may be run', async () => {
    await start({ shown: states().running });
    await review.page.getByRole('button', { name: 'Stop case' }).click();
    for (const [state, name] of [
      ['pending', 'Judge now'],
      ['pending', 'Judge by hand'],
      ['env', 'Rerun case'],
      ['env', 'Open journal'],
      ['empty', 'Run case'],
      ['empty', 'Open a batch…'],
      ['stale', 'Run again'],
      ['fail', 'Re-judge'],
    ] as const) {
      await review.send(states()[state]);
      await review.page.getByRole('button', { name, exact: true }).click();
    }
    const actions = sent('do').map((m) => m.action);
    expect(actions).toEqual([
      'stop',
      'judge',
      'judge-by-hand',
      'run',
      'open-journal',
      'run',
      'open-batch',
      'run',
      'judge',
    ]);
  });

  test('a case that stands in no evalset of the workspace says so; a run of another window is not stopped', async () => {
    const may = { run: false, judge: true, stop: false, label: true };
    await start({ shown: { ...states().fail, may } });
    await review.page.getByText('H07 is not in an evalset of this workspace').waitFor();
    expect(await review.page.getByRole('button', { name: 'Run case' }).count()).toBe(0);
    expect(await review.page.getByRole('button', { name: 'Re-judge' }).count()).toBe(1);
    await review.send({ ...states().running, may: { ...may, run: true } });
    await review.page.getByText('3 of 7 steps').first().waitFor();
    expect(await review.page.getByRole('button', { name: 'Stop case' }).count()).toBe(0);
  });

  test('instants are in words', async () => {
    await start({ shown: { ...states()['fail-one-judge'] } });
    await review.page.locator('.earlier summary').click();
    await review.page.locator('.earlier', { hasText: 'Sep 6, 2026' }).waitFor();
    expect(await review.page.locator('.review').textContent()).not.toMatch(/\dT\d\d:/);
  });

  test('a batch that may not be written to has no buttons, and says why', async () => {
    await start({ shown: states().readonly });
    await review.page.getByText('Another tool wrote it.').waitFor();
    for (const name of ['Run case', 'Re-judge', 'Run again'])
      expect(await review.page.getByRole('button', { name }).count()).toBe(0);
  });
});
