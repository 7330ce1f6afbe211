import { beforeEach, describe, expect, test } from 'vitest';
import { AGENT_CS } from './harbor.ts';
import { useReview } from './review-page.ts';

const review = useReview();
const { option, chosen, tab, quoteTag, item, focused, press, pointIs, sent, inSight, start } = review;

describe('both directions', () => {
  beforeEach(() => start({ height: 460 }));

  test('a click on a point lights its quotes where they stand', async () => {
    await option('CP5').click();
    await quoteTag('CP5/first/0').and(review.page.locator('.own')).waitFor();
    const mark = review.page.locator('mark.own');
    expect(await mark.allTextContents()).toEqual(['明天上午会有结论，预计不影响交货']);
    expect(await inSight('.evidence mark.own')).toBe(true);
    expect(
      await review.page.locator('.evidence .message', { has: mark }).locator('.message-text').textContent(),
    ).toContain(AGENT_CS.slice(0, 20));
    expect(sent('select')).toEqual([{ v: 1, type: 'select', point: 'CP5' }]);
  });

  test('the link at a quote goes to it; a tag in the evidence goes to its point', async () => {
    await option('CP3').click();
    await review.page.locator('.quote-button', { hasText: '还没有拿到' }).click();
    expect(await focused().getAttribute('data-quote')).toBe('CP3/first/1');
    await quoteTag('CP1/first/0').click();
    await pointIs('CP1');
    expect(await chosen().count()).toBe(1);
    expect(await focused().evaluate((e) => e.closest('[data-point]')?.getAttribute('data-point'))).toBe(
      'CP1',
    );
    expect(await inSight('[data-point=CP1] > [role=option]')).toBe(true);
  });

  test('quotes that share text are cut at their edges, and each ends with its tag', async () => {
    await option('CP3').click();
    const text = item(2).locator('.evidence-text');
    const marks = await text
      .locator('mark')
      .evaluateAll((all) =>
        all.map((mark) => [
          mark.textContent,
          JSON.parse((mark as HTMLElement).dataset['quotes'] ?? '') as string[],
        ]),
      );
    expect(marks).toContainEqual(['，持续 26 分钟'.slice(1), ['CP3/first/0', 'CP3/second/0']]);
    expect(await text.locator('.quote-tag.own').allTextContents()).toEqual(['CP3·1st', 'CP3·2nd', 'CP3·1st']);
  });

  test('a quote in another kind of evidence opens its tab', async () => {
    await option('DED1').click();
    await review.page.locator('.evidence-events mark.own').waitFor();
    expect(await tab('events').getAttribute('aria-selected')).toBe('true');
  });

  test('a point chosen by the editor is shown and not sent back', async () => {
    await review.send({ v: 1, type: 'select', point: 'CP5' });
    await pointIs('CP5');
    expect(await inSight('[data-point=CP5] > [role=option]')).toBe(true);
    expect(sent('select')).toEqual([]);
    await review.send({ v: 1, type: 'select', point: 'no such point' });
    await review.page.locator('[data-point=CP5].chosen').waitFor({ state: 'detached' });
    expect(await chosen().count()).toBe(0);
  });

  test('the cause in the sentence is a link to its point', async () => {
    await review.page.locator('.score-sentence button').click();
    await pointIs('CP5');
  });
});

describe('keyboard', () => {
  beforeEach(() => start());

  test('from the list to a quote, along the quotes, and back', async () => {
    await press('j');
    await pointIs('CP1');
    await press('j');
    await press('ArrowDown');
    await pointIs('CP3');
    await press('k');
    await pointIs('CP2');
    await press('j');
    await press('Enter');
    expect(await focused().getAttribute('data-quote')).toBe('CP3/first/0');
    await press('n');
    expect(await focused().getAttribute('data-quote')).toBe('CP3/second/0');
    await press('p');
    await press('p');
    expect(await focused().getAttribute('data-quote')).toBe('CP3/second/1');
    await press('b');
    expect(await focused().getAttribute('role')).toBe('option');
    await pointIs('CP3');
  });

  test('tabs, sides, filter, source, cases, sheet', async () => {
    await press('2');
    expect(await tab('tables').getAttribute('aria-selected')).toBe('true');
    await press('4');
    expect(await tab('events').getAttribute('aria-selected')).toBe('true');
    expect(await focused().getAttribute('id')).toBe('evidence');
    await press('F6');
    expect(await focused().getAttribute('role')).toBe('option');
    await press('F6');
    expect(await focused().getAttribute('id')).toBe('evidence');
    await press('/');
    expect(await focused().textContent()).toBe('All 7');
    await press('ArrowRight');
    expect(await focused().textContent()).toBe('Unmet 2');
    await press('Escape');
    await press('o');
    expect(sent('reveal')).toEqual([]);
    await press('j');
    await press('o');
    await press('[');
    await press(']');
    expect(sent('reveal')).toEqual([{ v: 1, type: 'reveal', point: 'CP1' }]);
    expect(sent('case.next').map((m) => m.direction)).toEqual(['previous', 'next']);
    await press('?');
    await review.page.locator('dialog[open]').waitFor();
    await press('j');
    await press('Escape');
    await review.page.locator('dialog').waitFor({ state: 'detached' });
    await pointIs('CP1');
  });

  test('commands of the host do what the keys do', async () => {
    await review.send({ v: 1, type: 'command', command: 'nextPoint' });
    await pointIs('CP1');
    await review.send({ v: 1, type: 'command', command: 'firstQuote' });
    await quoteTag('CP1/first/0').and(review.page.locator(':focus')).waitFor();
    await review.send({ v: 1, type: 'command', command: 'backToPoint' });
    await review.page.locator('[role=option]:focus').waitFor();
  });

  test('keys with modifiers are left to the editor', async () => {
    await press('Control+j');
    await press('Alt+2');
    expect(await chosen().count()).toBe(0);
    expect(await tab('thread').getAttribute('aria-selected')).toBe('true');
  });

  const key = (init: Pick<KeyboardEventInit, 'key' | 'ctrlKey' | 'altKey' | 'modifierAltGraph'>) =>
    review.page.evaluate((how) => {
      const event = new KeyboardEvent('keydown', { ...how, bubbles: true, cancelable: true });
      (document.activeElement ?? document.body).dispatchEvent(event);
      return event.defaultPrevented;
    }, init);

  test('Escape is the editor’s unless there is a list to go back to', async () => {
    await press('j');
    expect(await key({ key: 'Escape' })).toBe(false);
    await press('F6');
    expect(await key({ key: 'Escape' })).toBe(true);
    expect(await focused().getAttribute('role')).toBe('option');
  });

  test('a bracket that is typed with AltGr is a key like others', async () => {
    const typed = { key: ']', ctrlKey: true, altKey: true };
    expect(await key(typed)).toBe(false);
    expect(await key({ ...typed, modifierAltGraph: true })).toBe(true);
    await expect.poll(() => sent('case.next').length).toBe(1);
  });

  test('every part is reached by Tab, in order', async () => {
    const seen: string[] = [];
    for (let i = 0; i < 40; i += 1) {
      await press('Tab');
      const part = await focused().evaluate(
        (e) =>
          e.closest('.head, .chips, .points-scroll, .tabs, .evidence, .keys-bar')?.className.split(' ')[0] ??
          '',
      );
      if (seen.at(-1) !== part) seen.push(part);
      if (part === 'keys-bar') break;
    }
    expect(seen).toEqual(['head', 'chips', 'points-scroll', 'tabs', 'evidence', 'keys-bar']);
  });
});

describe('one column', () => {
  beforeEach(() => start({ width: 480 }));

  test('the chosen point opens with its message; the thread is a tab away', async () => {
    await option('CP3').click();
    const inPlace = review.page.locator('.in-place');
    await inPlace.locator('mark.own').first().waitFor();
    expect(await inPlace.locator('.in-place-head').textContent()).toContain('#冷链值班群');
    expect(await review.page.locator('.evidence').count()).toBe(0);
    await inPlace.getByText('Show in thread').click();
    await review.page.locator('.evidence mark.own').first().waitFor();
    expect(await review.page.locator('.points').count()).toBe(0);
    await quoteTag('CP5/first/0').click();
    await pointIs('CP5');
    expect(await tab('points').getAttribute('aria-selected')).toBe('true');
  });

  test.each([320, 480, 640, 1200])('nothing is wider than %i pixels', async (width) => {
    await review.page.setViewportSize({ width, height: 700 });
    await option('CP3').click();
    const over = await review.page.evaluate(() =>
      ['html', '.head', '.points-scroll', '.evidence', '.chips'].filter((selector) => {
        const element = document.querySelector(selector);
        return element !== null && element.scrollWidth > element.clientWidth;
      }),
    );
    expect(over).toEqual([]);
  });
});
