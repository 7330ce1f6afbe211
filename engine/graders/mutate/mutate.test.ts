import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clausesOf, negated } from './negate.ts';
import { datesIn, namesIn, numbersIn, replaced, shared } from './tokens.ts';

const DAY = '2026-09-07';
const shown = (tokens: readonly { text: string; neighbours: readonly string[] }[]): string[] =>
  tokens.map(({ text, neighbours }) => `${text}: ${neighbours.join(', ')}`);

describe('dates', () => {
  it.each<[string, string[]]>([
    ['9月30日 到期', ['9月30日: 10月1日, 9月29日']],
    ['到 09-30', ['09-30: 10-01, 09-29']],
    ['2027-01-01 起', ['2027-01-01: 2027-01-02, 2026-12-31']],
    ['13月1日、02-30、9月30', []],
    ['单号 RJ-5093', []],
  ])('%s', (text, expected) => {
    expect(shown(datesIn(text, DAY))).toEqual(expected);
  });

  it('forms of one day are the same value', () => {
    const [a, b, c] = datesIn('9月7日，09-07，2026-09-07', DAY);
    expect(new Set([a?.key, b?.key, c?.key])).toEqual(new Set(['2026-09-07']));
  });
});

describe('numbers', () => {
  it.each<[string, string[]]>([
    ['83 分钟', ['83: 84, 82']],
    ['单号 RJ-5093。', ['RJ-5093: RJ-5094, RJ-5092']],
    ['B-099 与 0', ['B-099: B-100, B-098', '0: 1']],
    ['4.5 元', ['4.5: 5.5, 3.5']],
    ['算一级，9 条', ['9: 10, 8', '一: 二']],
    ['9月30日，2026-09-30', []],
    ['一起', []],
  ])('%s', (text, expected) => {
    expect(shown(numbersIn(text, DAY))).toEqual(expected);
  });
});

it('names: the longest first, each place once', () => {
  const names = ['顾砚', '顾砚秋', '莫听棠'];
  expect(namesIn('顾砚秋与顾砚', names).map(({ from, text }) => [from, text])).toEqual([
    [0, '顾砚秋'],
    [4, '顾砚'],
  ]);
});

it('replaces only the tokens', () => {
  const text = '83 分钟，183 分钟，83 天';
  const tokens = numbersIn(text, DAY).filter(({ key }) => key === '83');
  expect(replaced(text, tokens, ({ neighbours }) => neighbours[0] ?? '')).toBe('84 分钟，183 分钟，84 天');
});

it('what two texts share is in both, and no longer text is', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '甲', '乙'), maxLength: 12 });
  fc.assert(
    fc.property(text, text, (a, b) => {
      const part = shared(a, b);
      expect(a).toContain(part);
      expect(b).toContain(part);
      for (let i = 0; i + part.length < a.length; i++)
        expect(b.includes(a.slice(i, i + part.length + 1))).toBe(false);
    }),
    { numRuns: 200 },
  );
});

describe('the contrary', () => {
  it.each<[string, string, string | null]>([
    ['停电的根因是旁路开关', '旁路开关', '停电的根因不是旁路开关'],
    ['BX-317 的状态是待复测', '状态是待复测', 'BX-317 的状态不是待复测'],
    ['旁路开关未复位', '开关未复位', '旁路开关已复位'],
    ['没有查到到期日', '没有查到到期日', '查到到期日'],
    ['在这里不能给', '在这里不能给', '在这里能给'],
    ['不是变压器', '变压器', '是变压器'],
    ['持续 83 分钟', '83', '持续 不是83 分钟'],
    ['It is 58 hours', '58', 'It is not 58 hours'],
    ['They may stay 135 minutes', '135', 'They may not stay 135 minutes'],
    ['stays 135 minutes', '135', 'stays not 135 minutes'],
    ['别的话', '没有', null],
  ])('%s', (clause, passage, expected) => {
    expect(negated(clause, passage)).toBe(expected);
  });

  it('clauses have their places', () => {
    const text = 'A 是 1，B 是 2.5。\nC';
    for (const clause of clausesOf(text))
      expect(text.slice(clause.from, clause.from + clause.text.length)).toBe(clause.text);
    expect(clausesOf(text).map((clause) => clause.text)).toEqual(['A 是 1', 'B 是 2.5', 'C']);
  });
});
