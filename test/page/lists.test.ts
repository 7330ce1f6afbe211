import { beforeEach, describe, expect, test } from 'vitest';
import { caseMessage, evidence, points } from './harbor.ts';
import { message } from './make.ts';
import { useReview } from './review-page.ts';
import { states } from './states.ts';

const review = useReview();
const { option, tab, quoteTag, item, pointIs, sent, pages, inSight, start } = review;

describe('a list of 10 000 messages', () => {
  const many = () => ({
    ...evidence(),
    thread: Array.from({ length: 10_000 }, (_, i) =>
      message(`Dock ${i}`, '', '22:00', `Message ${i}: ${'the ferry is late. '.repeat(i % 7)}`, {
        message_id: `om_${i}`,
        author: i % 3 === 0 ? 'agent' : 'npc',
      }),
    ),
  });
  const far = () => {
    const shown = caseMessage();
    shown.review.points.forEach((p) => p.judgements.splice(1));
    const first = shown.review.points[0]?.judgements[0]?.quotes[0];
    if (first?.target == null) throw new Error('the first point has no quote');
    first.target = { kind: 'thread', index: 8765, start: 0, end: 12 };
    first.text = 'Message 8765';
    return shown;
  };
  beforeEach(() => start({ lists: many(), shown: far() }));

  test('is drawn in part, and asked for by page', async () => {
    await review.page.locator('.message').first().waitFor();
    expect(await review.page.locator('.virtual-item').count()).toBeLessThan(60);
    expect(pages()).toEqual([0]);
    await option('CP1').click();
    await quoteTag('CP1/first/0').waitFor();
    await review.page.locator('.evidence mark.own').first().waitFor();
    await expect.poll(() => inSight('.evidence mark.own')).toBe(true);
    expect(await review.page.locator('.evidence mark.own').first().textContent()).toBe('Message 8765');
    expect(await review.page.locator('.virtual-item').count()).toBeLessThan(60);
    expect(pages().length).toBeLessThan(6);
    expect(await review.page.locator('.find-note').count()).toBe(1);
    await tab('events').click();
    await review.page.locator('.event').first().waitFor();
    expect(await review.page.locator('.find-note').count()).toBe(0);
  });

  test('is whole where pages come short, and asks for no more of them than are seen', async () => {
    review.host.most = 3;
    await review.show({ ...far(), review: { ...far().review, case_id: 'H08' } });
    await review.page.locator('.message').first().waitFor();
    await expect.poll(() => review.page.locator('.unloaded').count()).toBe(0);
    expect(Math.max(...pages())).toBeLessThan(60);
    await review.page.locator('.evidence').evaluate((e) => e.scrollTo(0, 3_000));
    await item(0).waitFor({ state: 'detached' });
    await expect.poll(() => review.page.locator('.unloaded').count()).toBe(0);
    expect(Math.max(...pages())).toBeLessThan(120);
  });

  test('keeps its place over a tab, a reload, and a change of the case', async () => {
    const top = () =>
      review.page.evaluate(() => {
        const frame = document.querySelector('.evidence')?.getBoundingClientRect().top ?? 0;
        const items = [...document.querySelectorAll<HTMLElement>('.virtual-item')];
        const first = items.find((e) => e.getBoundingClientRect().bottom > frame + 1);
        return first === undefined
          ? null
          : { index: first.dataset['index'], at: Math.round(first.getBoundingClientRect().top - frame) };
      });
    await option('CP1').click();
    await review.page.locator('.evidence mark.own').first().waitFor();
    await expect.poll(() => inSight('.evidence mark.own')).toBe(true);
    await review.page.locator('.evidence').hover();
    const unmoved = await top();
    await review.page.mouse.wheel(0, 333);
    await expect.poll(top).not.toEqual(unmoved);
    await expect.poll(() => review.page.locator('.unloaded').count()).toBe(0);
    const settled = async () => {
      let before = await top();
      await expect
        .poll(async () => {
          const now = await top();
          const same = JSON.stringify(now) === JSON.stringify(before);
          before = now;
          return same;
        })
        .toBe(true);
      return before;
    };
    const place = await settled();
    await tab('events').click();
    await review.page.locator('.event').first().waitFor();
    await tab('thread').click();
    await expect.poll(top).toEqual(place);

    await expect
      .poll(() => review.page.evaluate(() => sessionStorage.getItem('state')))
      .toContain('"scroll"');
    await review.page.reload();
    await expect.poll(top).toEqual(place);
    await pointIs('CP1');

    const next = far();
    next.review.revision = 'r2';
    next.review.title = 'Another title';
    review.host.shown = next;
    review.posted.length = 0;
    await review.send(next);
    await review.page.getByText('Another title').waitFor();
    await expect.poll(pages).not.toEqual([]);
    expect(await top()).toEqual(place);
    expect(pages().every((from) => from >= 8600)).toBe(true);
    await pointIs('CP1');
  });
});

describe('a live case', () => {
  test('grows without moving what is read; the verdict is told', async () => {
    const running = states().running;
    await start({ shown: running, height: 420 });
    const message8 = item(4);
    await message8.waitFor();
    expect(await review.page.locator('.points').count()).toBe(0);
    await review.page.locator('.evidence').evaluate((e) => e.scrollTo(0, 120));
    const before = await message8.boundingBox();
    review.host.lists.thread.push(
      message('小舵 #1', 'Agent under test', '22:38', '温度曲线已补上。', { author: 'agent' }),
    );
    const grown = {
      ...running,
      review: { ...running.review, revision: 'r2', counts: { ...running.review.counts, thread: 7 } },
    };
    review.host.shown = grown;
    await review.send(grown);
    await review.page.getByText('温度曲线已补上。').waitFor();
    expect(await message8.boundingBox()).toEqual(before);
    expect(await tab('thread').textContent()).toBe('Thread 7');
    const judged = caseMessage({ revision: 'r3' });
    review.host.shown = judged;
    await review.send(judged);
    await review.page
      .locator('[role=status]', { hasText: '0 of 5: delivery gate CP5 unmet' })
      .waitFor({ state: 'attached' });
    await option('CP1').waitFor();
  });
});

describe('long texts', () => {
  test('say what was left out, and bring it on demand', async () => {
    const whole = `Start. ${'0123456789'.repeat(9_000)} The end: not settled.`;
    const parts = [
      { from: 0, text: whole.slice(0, 100) },
      { from: whole.length - 22, text: whole.slice(-22) },
    ];
    const lists = evidence();
    lists.thread[2] = message('小舵 #1', '', '22:32', { parts, length: whole.length }, { author: 'agent' });
    const shown = caseMessage({ points: points().slice(1, 2) });
    await start({ lists, shown });
    review.host.texts.set('thread/2', whole);
    const text = item(2).locator('.evidence-text');
    await text.getByText(`${(whole.length - 122).toLocaleString('en')} characters left out`).waitFor();
    await text.getByRole('button', { name: 'Show' }).click();
    await text
      .getByText(`${(whole.length - 122 - 50_000).toLocaleString('en')} characters left out`)
      .waitFor();
    await text.getByRole('button', { name: 'Show' }).click();
    await text.locator('.gap').waitFor({ state: 'detached' });
    expect(await text.textContent()).toBe(whole);
    expect(sent('evidence.text')).toHaveLength(2);
  });

  test('keep none of their old words when they are edited to the same length', async () => {
    const at = (head: string, whole: string) =>
      message('小舵 #1', '', '22:32', { parts: [{ from: 0, text: head }], length: whole.length });
    const lists = evidence();
    lists.thread[2] = at('Old: ', 'Old: the ferry is late.');
    const shown = caseMessage({ points: points().slice(1, 2) });
    await start({ lists, shown });
    review.host.texts.set('thread/2', 'Old: the ferry is late.');
    const text = item(2).locator('.evidence-text');
    await text.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => text.textContent()).toBe('Old: the ferry is late.');
    lists.thread[2] = at('New: ', 'New: the ferry is here.');
    review.host.texts.set('thread/2', 'New: the ferry is here.');
    await review.show({ ...shown, review: { ...shown.review, revision: 'r2' } });
    await text.getByText('New:').waitFor();
    expect(await text.textContent()).toMatch(/^New: 18 characters left out/);
    await text.getByRole('button', { name: 'Show' }).click();
    await expect.poll(() => text.textContent()).toBe('New: the ferry is here.');
  });
});
