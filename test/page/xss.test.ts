import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { evidenceItem } from '../../schemas/review.ts';
import { toReview, type ToReview } from '../../webviews/shared/protocol.ts';
import { fill, type Filling } from './fill.ts';
import { openPanel, type Panel } from './harness.ts';
import { PAYLOADS } from './payloads.ts';

/** Fields that are not drawn: keys, places on the disk, and texts that stand on the panel in another form. */
const NOT_DRAWN = [
  'case: batch',
  'case: review.batch.dir',
  'case: review.card_hash',
  'case: review.flags[].own.points[]',
  'case: review.flags[].own.reason',
  'case: review.group',
  'case: review.history[].file',
  'case: review.points[].decided_by',
  'case: review.points[].human[].at',
  'case: review.points[].human[].quotes[].id',
  'case: review.points[].human[].quotes[].message_id',
  'case: review.points[].human[].quotes[].target.column',
  'case: review.points[].judgements[].quotes[].id',
  'case: review.points[].judgements[].quotes[].message_id',
  'case: review.points[].judgements[].quotes[].target.column',
  'case: review.points[].text',
  'case: review.problems[].path',
  'case: review.progress.since',
  'case: review.revision',
  'case: reviewer',
  'evidence.text: column',
  'evidence.text: of.batch',
  'evidence.text: of.case_id',
  'evidence: []<conditional>.path',
  'evidence: []<message>.message_id',
  'evidence: []<message>.path',
  'evidence: []<section>.path',
  'select: point',
];

/** What the panel is made of. Anything else in the page came from a text. */
const ELEMENTS = new Set(
  'ARTICLE B BUTTON CODE DD DEL DETAILS DIALOG DIV DL DT FOOTER H1 H2 HEADER INPUT INS KBD LI MAIN MARK P PROGRESS SECTION SPAN SUMMARY TEXTAREA UL'.split(
    ' ',
  ),
);

const lists = z.array(evidenceItem);
const messages = new Map(
  toReview.options.map((option): [string, (typeof toReview.options)[number]] => [
    option.shape.type.value,
    option,
  ]),
);

describe('hostile texts', () => {
  let panel: Panel;
  /** Number of every field that holds a text, and whether it was ever seen on the panel. */
  const fields = new Map<string, { n: number; seen: boolean }>();

  beforeAll(async () => {
    panel = await openPanel({ shown: null });
  });
  afterAll(() => panel.close());

  function numberOf(path: string): number {
    const known = fields.get(path) ?? { n: fields.size, seen: false };
    fields.set(path, known);
    return known.n;
  }

  function filling(payload: string, turn: number, root: string): Filling {
    return {
      text: (path) => `${payload}«${numberOf(`${root}${path}`)}»`,
      // Quotes cover the whole of the item that their turn falls on; texts are longer than what is shown of them.
      number: (path) =>
        path.endsWith('.end')
          ? 90_000
          : path.endsWith('.index')
            ? turn % 7
            : path.endsWith('.length')
              ? 400_000
              : 0,
      flag: (path) => (turn + path.length) % 2 === 0,
      pick: (path, count) => (turn + path.length) % count,
    };
  }

  function make(type: string, payload: string, turn: number): ToReview {
    const schema = messages.get(type);
    if (schema === undefined) throw new Error(`no message ${type}`);
    return toReview.parse(fill(schema, filling(payload, turn, `${type}: `)));
  }

  /** Texts of the page, and what is in it that the panel did not put there. */
  async function look(payload: string): Promise<void> {
    const { text, foreign } = await panel.page.evaluate(
      (allowed) => {
        const all = [...document.querySelectorAll('#root *')];
        return {
          text: document.querySelector('#root')?.textContent ?? '',
          foreign: all.flatMap((e) => [
            ...(allowed.includes(e.tagName) ? [] : [e.tagName]),
            ...[...e.attributes]
              .map((a) => a.name)
              .filter((name) => /^on|^(href|src|srcdoc|action|formaction|background|data)$/.test(name)),
          ]),
        };
      },
      [...ELEMENTS],
    );
    expect(foreign).toEqual([]);
    const numbered = [...fields];
    for (const { 0: mark, 1: n, index } of text.matchAll(/«(\d+)»/gu)) {
      const [path, field] = numbered[Number(n)] ?? [];
      if (field === undefined) throw new Error(`no field has the number of ${mark}`);
      field.seen = true;
      // To the letter, wherever the field is drawn.
      expect(text.startsWith(payload, index - payload.length), path).toBe(true);
    }
  }

  async function showAll(payload: string, turn: number): Promise<void> {
    const { page, host } = panel;
    const shown = make('case', payload, turn);
    if (shown.type !== 'case') throw new Error('not a case');
    const items = lists.parse(fill(lists, filling(payload, turn, 'evidence: ')));
    host.lists = { thread: items, tables: items, documents: items, events: items };
    shown.review.batch.dir += String(turn);
    host.shown = shown;
    await panel.send(shown);
    await page.waitForFunction((mark) => document.querySelector('#root')?.textContent.includes(mark), '«');
    await look(payload);
    const other = ['tables', 'documents', 'events'][turn % 3] ?? '';
    for (const kind of ['thread', other]) {
      const tab = page.locator(`#tab-${kind}`);
      if ((await tab.count()) === 0) continue;
      await tab.evaluate((e) => (e instanceof HTMLElement ? e.click() : undefined));
      await page.locator(`.evidence-${kind} .section`).waitFor();
      if (kind === 'thread') {
        const slice = make('evidence.text', payload, turn);
        if (slice.type !== 'evidence.text') throw new Error('not a slice');
        const { column: _, ...rest } = slice;
        const of = { batch: shown.review.batch.dir, case_id: shown.review.case_id };
        await panel.send({ ...rest, of, kind: 'thread', index: 1, from: 200_000 });
        const mark = `«${numberOf('evidence.text: text')}»`;
        await page.waitForFunction((m) => document.querySelector('.evidence')?.textContent.includes(m), mark);
      }
      for (const option of await page.locator('[role=option]').all())
        await option.evaluate((e) => (e instanceof HTMLElement ? e.click() : undefined));
      await look(payload);
    }
    // Whatever can be pressed is pressed; nothing of it may leave the panel but messages.
    await page.evaluate(() => document.querySelectorAll('button').forEach((button) => button.click()));
    await look(payload);
    await page.keyboard.press('Escape');
  }

  describe('texts that want out of their place', () => {
    test('there are enough of them', () => {
      expect(new Set(PAYLOADS).size).toBeGreaterThanOrEqual(60);
    });

    test.each(
      PAYLOADS.map((payload, turn) => [JSON.stringify(payload).slice(0, 60), payload, turn] as const),
    )('%s', async (_, payload, turn) => {
      await showAll(payload, turn);
      await panel.send(make('select', payload, turn));
      await panel.send(make('trouble', payload, turn));
      await panel.page.locator('.trouble').waitFor();
      await look(payload);
      expect(panel.ran).toEqual([]);
      expect(panel.requests).toEqual([]);
      expect(panel.violations).toEqual([]);
      expect(
        panel.console.filter((line) => line.startsWith('[error]') || line.startsWith('[pageerror]')),
      ).toEqual([]);
    });

    test('every text of every message was drawn to the letter, but for those that never are', () => {
      const never = [...fields].filter(([, { seen }]) => !seen).map(([path]) => path);
      expect(never.sort()).toEqual([...NOT_DRAWN].sort());
    });
  });
});
