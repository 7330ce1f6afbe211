import { describe, expect, test } from 'vitest';
import { caseMessage, evidence } from './harbor.ts';
import { useReview } from './review-page.ts';

const review = useReview();
const { option, chosen, tab, item, pages, pointIs, said, show, start } = review;

describe('messages that are not ours', () => {
  const fine = caseMessage();
  test.each<[string, unknown]>([
    ['nothing', null],
    ['a word', 'case'],
    ['no version', { type: 'select', point: 'CP1' }],
    ['another version', { v: 2, type: 'select', point: 'CP1' }],
    ['an unknown type', { v: 1, type: 'run' }],
    ['a wrong type', { v: 1, type: 'select', point: 3 }],
    ['one key too many', { v: 1, type: 'select', point: 'CP1', extra: true }],
    ['a case without points', { ...fine, review: { ...fine.review, points: null } }],
    [
      'a negative page',
      {
        v: 1,
        type: 'evidence',
        of: { batch: '', case_id: '' },
        page: { kind: 'thread', from: -1, total: 1, items: [], revision: '' },
      },
    ],
    ['a prototype', JSON.parse('{"v":1,"type":"select","__proto__":{"point":"CP1"}}')],
  ])('%s: dropped and logged', async (_, raw) => {
    await start();
    await option('CP1').waitFor();
    await review.sendRaw(raw);
    await expect
      .poll(() => review.console.filter((line) => line.includes('dropped a message')))
      .toHaveLength(1);
    expect(await chosen().count()).toBe(0);
    expect(await review.page.locator('[data-point]').count()).toBe(7);
  });

  test.each(['deep', 'its own shadow'])('%s: dropped and logged', async (kind) => {
    await start();
    await option('CP1').waitFor();
    // Made in the page: the way there would take longer than the test.
    await review.page.evaluate((what) => {
      const shadow: Record<string, unknown> = { v: 1, type: 'select' };
      shadow['point'] = shadow;
      let deep: unknown[] = [];
      for (let i = 0; i < 2_000; i += 1) deep = [deep];
      window.postMessage(what === 'deep' ? deep : shadow, '*');
    }, kind);
    await expect
      .poll(() => review.console.filter((line) => line.includes('dropped a message')))
      .toHaveLength(1);
    expect(await chosen().count()).toBe(0);
  });
});

describe('messages that come late', () => {
  const of = ({ review: { batch, case_id } }: ReturnType<typeof caseMessage>) => ({
    batch: batch.dir,
    case_id,
  });
  const page = (title: string) => ({
    ...{ kind: 'thread' as const, from: 0, total: 1, revision: 'r1' },
    items: [{ type: 'section' as const, icon: 'thread' as const, title, note: '' }],
  });
  const other = caseMessage({ case_id: 'H08', title: 'Another case' });
  const elsewhere = caseMessage({
    batch: { ...caseMessage().review.batch, dir: '/home/lin/runs/batch-8', name: 'batch-8' },
  });

  test.each([
    ['case', other],
    ['batch', elsewhere],
  ])('a page and a text of another %s are not drawn', async (_, now) => {
    const before = caseMessage();
    await start({ shown: before });
    await item(2).waitFor();
    review.host.silent = true;
    await show(now);
    await item(2).waitFor({ state: 'detached' });
    await review.send({ v: 1, type: 'evidence', of: of(before), page: page('Of before') });
    const slice = { kind: 'thread' as const, index: 0, from: 0, text: 'Of before' };
    await review.send({ v: 1, type: 'evidence.text', of: of(before), ...slice });
    await review.send({ v: 1, type: 'evidence', of: of(now), page: page('Of now') });
    await review.page.getByText('Of now').waitFor();
    expect(await review.page.getByText('Of before').count()).toBe(0);
  });

  test('what the host dropped is asked for again when the case comes back', async () => {
    await start({ shown: null });
    review.host.silent = true;
    await show(caseMessage());
    await expect.poll(pages).toEqual([0]);
    review.host.silent = false;
    await show(caseMessage());
    await item(2).waitFor();
  });

  test('after a trouble, all is asked for anew; the place, the tab and the point stay', async () => {
    await start();
    await option('CP5').click();
    await tab('events').click();
    await review.page.locator('.event').first().waitFor();
    await review.send({ v: 1, type: 'trouble', text: 'events.jsonl is half written.' });
    await review.page.locator('.trouble').waitFor();
    const lists = evidence();
    lists.events.pop();
    review.host.lists = lists;
    await review.send({ v: 1, type: 'evidence', of: of(caseMessage()), page: page('Of before') });
    await show(caseMessage());
    await pointIs('CP5');
    await expect.poll(() => review.page.locator('.event').count()).toBe(4);
    expect(await tab('events').getAttribute('aria-selected')).toBe('true');
    expect(await review.page.getByText('Of before').count()).toBe(0);
  });

  test('a new verdict is told, though the state stays; the same one is not', async () => {
    await start();
    await option('CP1').waitFor();
    await show(caseMessage({ sentence: ['1 of 5: judged again'], revision: 'r2' }));
    await said('1 of 5: judged again');
    await show(caseMessage({ sentence: ['1 of 5: judged again'], revision: 'r3' }));
    await review.page.locator('[role=status]', { hasText: '1 of 5' }).waitFor({ state: 'detached' });
  });
});
