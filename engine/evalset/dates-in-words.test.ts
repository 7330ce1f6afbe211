import { expect, it } from 'vitest';
import { literalDates } from './dates-in-words.ts';

it.each([
  ['发布改到 9月8日', ['9月8日']],
  ['发布改到 9 月 8 号，不再动', ['9 月 8 号']],
  ['2026年9月8日发布', ['2026年9月8日']],
  ['日期：2026-09-08。', ['2026-09-08']],
  ['2026/9/8 与 2026.09.08', ['2026/9/8', '2026.09.08']],
  ['07-27 需求冻结\n- 12-01 上线', ['07-27', '12-01']],
  ['复检排在 08-30 上午', ['08-30']],
  ['due Sept 8, 2026, or 9 October', ['Sept 8, 2026', '9 October']],
  // What is no date of the story.
  ['{{D-7|MM-DD}} 与 {{D+9|YYYY-MM-DD}}', []],
  ['8 月明细、第 3 季度', []],
  ['要 10-12 个工作日', []],
  ['08-12 人的小组', []],
  ['单号 RJ-08-12、LT-2026-09-08', []],
  ['https://example.com/2026/09/08/x', []],
  ['版本 1.09.08，共 3.12 万', []],
  ['电话 010-09-12-3456', []],
  ['14 March Street is not meant', ['14 March']],
  ['we may 5 times', []],
] as const)('%s', (text, dates) => {
  const found = literalDates(text);
  expect(found.map((date) => date.text)).toEqual(dates);
  for (const { span, text: said } of found) expect(text.slice(span.from, span.to)).toBe(said);
});
