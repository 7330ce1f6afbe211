import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AGENT_CS, caseMessage, evidence, message, points, states } from './fixtures.ts';
import { openPanel, type Panel, type PanelOptions } from './harness.ts';

describe('the Case review panel', () => {
  let panel: Panel;
  beforeAll(async () => {
    panel = await openPanel();
  });
  afterAll(() => panel.close());
  const start = (options: PanelOptions = {}): Promise<void> =>
    panel.open({ shown: caseMessage(), lists: evidence(), ...options });
  afterEach(() => {
    expect(panel.violations).toEqual([]);
    expect(panel.console.filter((line) => line.startsWith('[pageerror]'))).toEqual([]);
  });

  const option = (id: string) => panel.page.locator(`[data-point="${id}"] > [role=option]`);
  const chosen = () => panel.page.locator('[role=option][aria-selected=true]');
  const tab = (id: string) => panel.page.locator(`#tab-${id}`);
  const quoteTag = (id: string) => panel.page.locator(`.evidence [data-quote="${id}"]`);
  const focused = () => panel.page.locator(':focus');
  const sent = (type: string) => panel.posted.filter((m) => m.type === type);
  const inSight = (selector: string): Promise<boolean> =>
    panel.page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const frame = element.closest('.evidence, .points-scroll')?.getBoundingClientRect();
        const box = element.getBoundingClientRect();
        return frame !== undefined && box.top >= frame.top - 1 && box.bottom <= frame.bottom + 1;
      });

  describe('both directions', () => {
    beforeEach(() => start({ height: 460 }));

    test('a click on a point lights its quotes where they stand', async () => {
      await option('CP5').click();
      await quoteTag('CP5/first/0').and(panel.page.locator('.own')).waitFor();
      const mark = panel.page.locator('mark.own');
      expect(await mark.allTextContents()).toEqual(['明天上午会有结论，预计不影响交货']);
      expect(await inSight('.evidence mark.own')).toBe(true);
      expect(
        await panel.page.locator('.evidence .message', { has: mark }).locator('.message-text').textContent(),
      ).toContain(AGENT_CS.slice(0, 20));
      expect(sent('select')).toEqual([{ v: 1, type: 'select', point: 'CP5' }]);
    });

    test('the link at a quote goes to it; a tag in the evidence goes to its point', async () => {
      await option('CP3').click();
      await panel.page.locator('.quote-button', { hasText: '还没有拿到' }).click();
      expect(await focused().getAttribute('data-quote')).toBe('CP3/first/1');
      await quoteTag('CP1/first/0').click();
      await panel.page.locator('[data-point=CP1].chosen').waitFor();
      expect(await chosen().count()).toBe(1);
      expect(await focused().evaluate((e) => e.closest('[data-point]')?.getAttribute('data-point'))).toBe(
        'CP1',
      );
      expect(await inSight('[data-point=CP1] > [role=option]')).toBe(true);
    });

    test('quotes that share text are cut at their edges, and each ends with its tag', async () => {
      await option('CP3').click();
      const text = panel.page.locator('.virtual-item[data-index="2"] .evidence-text');
      const marks = await text
        .locator('mark')
        .evaluateAll((all) =>
          all.map((mark) => [
            mark.textContent,
            JSON.parse((mark as HTMLElement).dataset['quotes'] ?? '') as string[],
          ]),
        );
      expect(marks).toContainEqual(['，持续 26 分钟'.slice(1), ['CP3/first/0', 'CP3/second/0']]);
      expect(await text.locator('.quote-tag.own').allTextContents()).toEqual([
        'CP3·1st',
        'CP3·2nd',
        'CP3·1st',
      ]);
    });

    test('a quote in another kind of evidence opens its tab', async () => {
      await option('DED1').click();
      await panel.page.locator('.evidence-events mark.own').waitFor();
      expect(await tab('events').getAttribute('aria-selected')).toBe('true');
    });

    test('a point chosen by the editor is shown and not sent back', async () => {
      await panel.send({ v: 1, type: 'select', point: 'CP5' });
      await panel.page.locator('[data-point=CP5].chosen').waitFor();
      expect(await inSight('[data-point=CP5] > [role=option]')).toBe(true);
      expect(sent('select')).toEqual([]);
      await panel.send({ v: 1, type: 'select', point: 'no such point' });
      await panel.page.locator('[data-point=CP5].chosen').waitFor({ state: 'detached' });
      expect(await chosen().count()).toBe(0);
    });

    test('the cause in the sentence is a link to its point', async () => {
      await panel.page.locator('.score-sentence button').click();
      await panel.page.locator('[data-point=CP5].chosen').waitFor();
    });
  });

  describe('keyboard', () => {
    beforeEach(() => start());
    const press = (key: string) => panel.page.keyboard.press(key);
    const pointIs = (id: string) => panel.page.locator(`[data-point=${id}].chosen`).waitFor();

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
      expect(sent('case.next').map((m) => 'direction' in m && m.direction)).toEqual(['previous', 'next']);
      await press('?');
      await panel.page.locator('dialog[open]').waitFor();
      await press('j');
      await press('Escape');
      await panel.page.locator('dialog').waitFor({ state: 'detached' });
      await pointIs('CP1');
    });

    test('commands of the host do what the keys do', async () => {
      await panel.send({ v: 1, type: 'command', command: 'nextPoint' });
      await pointIs('CP1');
      await panel.send({ v: 1, type: 'command', command: 'firstQuote' });
      await quoteTag('CP1/first/0').and(panel.page.locator(':focus')).waitFor();
      await panel.send({ v: 1, type: 'command', command: 'backToPoint' });
      await panel.page.locator('[role=option]:focus').waitFor();
    });

    test('keys with modifiers are left to the editor', async () => {
      await press('Control+j');
      await press('Alt+2');
      expect(await chosen().count()).toBe(0);
      expect(await tab('thread').getAttribute('aria-selected')).toBe('true');
    });

    test('every part is reached by Tab, in order', async () => {
      const seen: string[] = [];
      for (let i = 0; i < 40; i += 1) {
        await press('Tab');
        const part = await focused().evaluate(
          (e) =>
            e
              .closest('.head, .chips, .points-scroll, .tabs, .evidence, .keys-bar')
              ?.className.split(' ')[0] ?? '',
        );
        if (seen.at(-1) !== part) seen.push(part);
        if (part === 'keys-bar') break;
      }
      expect(seen).toEqual(['head', 'chips', 'points-scroll', 'tabs', 'evidence', 'keys-bar']);
    });
  });

  describe('filters', () => {
    beforeEach(() => start());
    const ids = () =>
      panel.page.locator('[data-point]').evaluateAll((all) => all.map((e) => e.getAttribute('data-point')));
    const chip = (name: string) => panel.page.locator('.chip', { hasText: name });

    test('count, join, and give way to a point that is asked for', async () => {
      expect(await panel.page.locator('.chip').allTextContents()).toEqual([
        'All 7',
        'Unmet 2',
        'Overridden 3',
        "Can't judge 1",
        'Judges differ 2',
      ]);
      await chip('Unmet').click();
      expect(await ids()).toEqual(['CP2', 'CP5']);
      await chip('Overridden').click();
      expect(await ids()).toEqual(['CP1', 'CP2', 'CP3', 'CP4', 'CP5']);
      await chip('Judges differ').click();
      expect(await ids()).toEqual(['CP3']);
      await panel.send({ v: 1, type: 'select', point: 'CP1' });
      await panel.page.locator('[data-point=CP1].chosen').waitFor();
      expect(await ids()).toHaveLength(7);
    });

    test('one judge: no second column, no filter for a difference', async () => {
      const shown = states()['fail-one-judge'];
      if (shown === undefined) throw new Error('no such state');
      await panel.send(shown);
      await panel.page.locator('.earlier').waitFor();
      expect(await panel.page.locator('.judge-columns').textContent()).toBe('1st');
      expect(await chip('Judges differ').count()).toBe(0);
    });
  });

  describe('one column', () => {
    beforeEach(() => start({ width: 480 }));

    test('the chosen point opens with its message; the thread is a tab away', async () => {
      await option('CP3').click();
      const inPlace = panel.page.locator('.in-place');
      await inPlace.locator('mark.own').first().waitFor();
      expect(await inPlace.locator('.in-place-head').textContent()).toContain('#冷链值班群');
      expect(await panel.page.locator('.evidence').count()).toBe(0);
      await inPlace.getByText('Show in thread').click();
      await panel.page.locator('.evidence mark.own').first().waitFor();
      expect(await panel.page.locator('.points').count()).toBe(0);
      await quoteTag('CP5/first/0').click();
      await panel.page.locator('[data-point=CP5].chosen').waitFor();
      expect(await tab('points').getAttribute('aria-selected')).toBe('true');
    });

    test.each([320, 480, 640, 1200])('nothing is wider than %i pixels', async (width) => {
      await panel.page.setViewportSize({ width, height: 700 });
      await option('CP3').click();
      const over = await panel.page.evaluate(() =>
        ['html', '.head', '.points-scroll', '.evidence', '.chips'].filter((selector) => {
          const element = document.querySelector(selector);
          return element !== null && element.scrollWidth > element.clientWidth;
        }),
      );
      expect(over).toEqual([]);
    });
  });

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
    const pages = () => sent('evidence.page').map((m) => ('from' in m ? m.from : -1));

    test('is drawn in part, and asked for by page', async () => {
      await panel.page.locator('.message').first().waitFor();
      expect(await panel.page.locator('.virtual-item').count()).toBeLessThan(60);
      expect(pages()).toEqual([0]);
      await option('CP1').click();
      await quoteTag('CP1/first/0').waitFor();
      await panel.page.locator('.evidence mark.own').first().waitFor();
      await expect.poll(() => inSight('.evidence mark.own')).toBe(true);
      expect(await panel.page.locator('.evidence mark.own').first().textContent()).toBe('Message 8765');
      expect(await panel.page.locator('.virtual-item').count()).toBeLessThan(60);
      expect(pages().length).toBeLessThan(6);
    });

    test('keeps its place over a tab, a reload, and a change of the case', async () => {
      const top = () =>
        panel.page.evaluate(() => {
          const frame = document.querySelector('.evidence')?.getBoundingClientRect().top ?? 0;
          const items = [...document.querySelectorAll<HTMLElement>('.virtual-item')];
          const first = items.find((e) => e.getBoundingClientRect().bottom > frame + 1);
          return first === undefined
            ? null
            : { index: first.dataset['index'], at: Math.round(first.getBoundingClientRect().top - frame) };
        });
      await option('CP1').click();
      await panel.page.locator('.evidence mark.own').first().waitFor();
      await expect.poll(() => inSight('.evidence mark.own')).toBe(true);
      await panel.page.locator('.evidence').hover();
      const unmoved = await top();
      await panel.page.mouse.wheel(0, 333);
      await expect.poll(top).not.toEqual(unmoved);
      await expect.poll(() => panel.page.locator('.unloaded').count()).toBe(0);
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
      await panel.page.locator('.event').first().waitFor();
      await tab('thread').click();
      await expect.poll(top).toEqual(place);

      await expect
        .poll(() => panel.page.evaluate(() => sessionStorage.getItem('state')))
        .toContain('"scroll"');
      await panel.page.reload();
      await expect.poll(top).toEqual(place);
      await panel.page.locator('[data-point=CP1].chosen').waitFor();

      const next = far();
      next.review.revision = 'r2';
      next.review.title = 'Another title';
      panel.host.shown = next;
      panel.posted.length = 0;
      await panel.send(next);
      await panel.page.getByText('Another title').waitFor();
      await expect.poll(pages).not.toEqual([]);
      expect(await top()).toEqual(place);
      expect(pages().every((from) => from >= 8600)).toBe(true);
      await panel.page.locator('[data-point=CP1].chosen').waitFor();
    });
  });

  describe('a live case', () => {
    test('grows without moving what is read; the verdict is told', async () => {
      const running = states()['running'];
      if (running === undefined) throw new Error('no such state');
      await start({ shown: running, height: 420 });
      const message8 = panel.page.locator('.virtual-item[data-index="4"]');
      await message8.waitFor();
      expect(await panel.page.locator('.points').count()).toBe(0);
      await panel.page.locator('.evidence').evaluate((e) => e.scrollTo(0, 120));
      const before = await message8.boundingBox();
      panel.host.lists.thread.push(
        message('小舵 #1', 'Agent under test', '22:38', '温度曲线已补上。', { author: 'agent' }),
      );
      const grown = {
        ...running,
        review: { ...running.review, revision: 'r2', counts: { ...running.review.counts, thread: 7 } },
      };
      panel.host.shown = grown;
      await panel.send(grown);
      await panel.page.getByText('温度曲线已补上。').waitFor();
      expect(await message8.boundingBox()).toEqual(before);
      expect(await tab('thread').textContent()).toBe('Thread 7');
      const judged = caseMessage({ revision: 'r3' });
      panel.host.shown = judged;
      await panel.send(judged);
      await panel.page
        .locator('[role=status]', { hasText: '0 of 5: delivery gate CP5 unmet' })
        .waitFor({ state: 'attached' });
      await option('CP1').waitFor();
    });

    test('a running case may be stopped; a case without a verdict may be run', async () => {
      await start({ shown: states()['running'] ?? null });
      await panel.page.getByRole('button', { name: 'Stop case' }).click();
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
        await panel.send(states()[state] ?? caseMessage());
        await panel.page.getByRole('button', { name, exact: true }).click();
      }
      const actions = sent('do').map((m) => 'action' in m && m.action);
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

    test('a batch that may not be written to has no buttons, and says why', async () => {
      await start({ shown: states()['readonly'] ?? null });
      await panel.page.getByText('Another tool wrote it.').waitFor();
      for (const name of ['Run case', 'Re-judge', 'Run again'])
        expect(await panel.page.getByRole('button', { name }).count()).toBe(0);
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
      panel.host.texts.set('thread/2', whole);
      const text = panel.page.locator('.virtual-item[data-index="2"] .evidence-text');
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
  });

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
      await panel.sendRaw(raw);
      await expect
        .poll(() => panel.console.filter((line) => line.includes('dropped a message')))
        .toHaveLength(1);
      expect(await chosen().count()).toBe(0);
      expect(await panel.page.locator('[data-point]').count()).toBe(7);
    });

    test.each(['deep', 'its own shadow'])('%s: dropped and logged', async (kind) => {
      await start();
      await option('CP1').waitFor();
      // Made in the page: the way there would take longer than the test.
      await panel.page.evaluate((what) => {
        const shadow: Record<string, unknown> = { v: 1, type: 'select' };
        shadow['point'] = shadow;
        let deep: unknown[] = [];
        for (let i = 0; i < 2_000; i += 1) deep = [deep];
        window.postMessage(what === 'deep' ? deep : shadow, '*');
      }, kind);
      await expect
        .poll(() => panel.console.filter((line) => line.includes('dropped a message')))
        .toHaveLength(1);
      expect(await chosen().count()).toBe(0);
    });
  });
});
