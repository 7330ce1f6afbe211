import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { TeamCard } from '../../schemas/index.ts';
import { parseDate } from './dates.ts';
import { CARDS, cardOf, compileOk, evalsetOf, WORLD } from './fixture.ts';
import { plusDays, readDate, weekdayOf } from './verify/dates.ts';
import { verifyScript } from './verify/index.ts';

const placeholder = fc
  .tuple(
    fc.constantFrom('D', 'M', 'Y', 'Q'),
    fc.option(fc.integer({ min: -999, max: 999 }), { nil: null }),
    fc.constantFrom('', '|MM-DD', '|YYYY-MM-DD'),
    fc.constantFrom('', '（周三）', ' Wednesday', '(Thu)'),
  )
  .map(([unit, n, form, tail]) => {
    const offset = n === null ? '' : n < 0 ? `${n}` : `+${n}`;
    return `{{${unit}${offset}${unit === 'D' ? form : ''}${unit === 'D' ? tail : ''}}}`;
  });
const plain = fc.string({ unit: 'grapheme', maxLength: 12 }).map((text) => text.replace(/[{}]/g, ''));
const word = fc.constantFrom(
  '@小舵 ',
  '（周三）',
  '周末',
  ' 星期天',
  '(Wed)',
  'Sunday',
  '\r\n',
  '\n',
  '\u200b',
  '礼拜一',
);
const text = fc
  .array(fc.oneof(placeholder, placeholder, plain, word), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.join(''));
const day0 = fc
  .tuple(fc.integer({ min: 1990, max: 2110 }), fc.integer({ min: 0, max: 365 }))
  .map(([year, day]) => {
    const { year: y, month, day: d } = plusDays({ year, month: 1, day: 1 }, day);
    return [y, `0${month}`.slice(-2), `0${d}`.slice(-2)].join('-');
  });
const turns = fc
  .array(fc.tuple(fc.constantFrom('query', 'inject', 'npc_reply_conditional'), text, text), { maxLength: 3 })
  .chain((later) =>
    text.map((first): TeamCard['turns'] => [
      { turn: 1, kind: 'query', speaker: 'asker', text: first },
      ...later.map(([kind, line, condition], i) => ({
        turn: i + 2,
        kind: kind as 'query',
        speaker: 'bo',
        text: line,
        ...(kind === 'npc_reply_conditional' ? { condition } : {}),
      })),
    ]),
  );
const card = fc.record({ turns, points: fc.array(text, { minLength: 1, maxLength: 3 }), exec_notes: text });

it('compiles any texts so that the verifier finds nothing, twice the same bytes', () => {
  fc.assert(
    fc.property(fc.array(card, { minLength: 1, maxLength: 3 }), day0, (made, day) => {
      const cards = made.map(({ points, ...rest }, i) =>
        cardOf(`C${i}`, {
          ...rest,
          checkpoints_raw: points.map((point, n) => `[CP${n + 1}·结果][必选] ${point}`).join('\n'),
        }),
      );
      const evalset = evalsetOf({ cards, world: WORLD });
      const once = compileOk(evalset, { day0: day });
      expect(verifyScript({ cards, files: once.files })).toEqual([]);
      const again = compileOk(evalset, { day0: day, now: () => new Date(1e12) });
      expect([...again.files]).toEqual([...once.files]);
      expect(again.manifests.script.hash).toBe(once.manifests.script.hash);
    }),
    { numRuns: 80 },
  );
});

it('has one calendar in compiler and verifier', () => {
  fc.assert(
    fc.property(day0, fc.integer({ min: -9999, max: 9999 }), (day, days) => {
      const ours = parseDate(day)?.add({ days });
      const theirs = plusDays(readDate(day)!, days);
      expect({ year: ours?.year, month: ours?.month, day: ours?.day }).toEqual(theirs);
      expect(ours?.dayOfWeek).toBe(weekdayOf(theirs) + 1);
    }),
  );
});

it('depends on neither time zone nor clock', () => {
  const evalset = evalsetOf({ cards: CARDS, world: WORLD });
  const zone = process.env['TZ'];
  try {
    const texts = ['UTC', 'Pacific/Apia', 'America/St_Johns'].map((tz) => {
      process.env['TZ'] = tz;
      return JSON.stringify([...compileOk(evalset).files]);
    });
    expect(new Set(texts).size).toBe(1);
  } finally {
    if (zone === undefined) delete process.env['TZ'];
    else process.env['TZ'] = zone;
  }
});
