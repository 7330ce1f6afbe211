import { expect, it } from 'vitest';
import { markdownTables } from './markdown-tables.ts';
import { wrongTotals } from './totals.ts';

/** The totals of the tables of a text that are wrong, as `stated/sum`; each stands where its span says. */
function wrongIn(text: string): string[] {
  return markdownTables(text).flatMap(({ columns, rows }) =>
    wrongTotals(columns, rows).map(({ place, stated, sum, column }) => {
      expect(text.slice(place.from, place.to)).toBe(stated);
      return `${column}: ${stated}/${sum}`;
    }),
  );
}

const table = (...rows: string[]): string => ['| name | n | 均价 |', '|:--|--:|---|', ...rows].join('\n');

it.each([
  [table('| a | 1 | 2 |', '| b | 2 | 4 |', '| 合计 | 3 | 3 |'), []],
  [table('| a | 1 | 2 |', '| b | 2 | 4 |', '| 合计 | 4 | 9 |'), ['n: 4/3']],
  [table('| a | 1,200 | |', '| b | 0.1 | |', '| c | 0.2 | |', '| **Total** | 1200.30 | |'), []],
  [table('| a | 0.1 | |', '| b | 0.2 | |', '| Total | 0.4 | |'), ['n: 0.4/0.3']],
  [table('| a | -3 | |', '| b | 2.5 | |', '| 总计： | 1 | |'), ['n: 1/-0.5']],
  // Subtotals are no rows.
  [table('| a | 1 | |', '| 小计 | 1 | |', '| b | 2 | |', '| 小计 | 3 | |', '| 合计 | 3 | |'), ['n: 3/2']],
  // Nothing to add up, or nothing stated.
  [table('| 合计 | 4 | |'), []],
  [table('| a | 1 | |', '| 合计 | 见附件 | |'), []],
  [table('| a | 1 | |', '| 合计说明 | 9 | |'), []],
  [table('| a | 10% | |', '| b | 20% | |', '| 合计 | 100% | |'), []],
  ['no | table', []],
])('%s', (text, wrong) => {
  expect(wrongIn(text.replaceAll('**', ''))).toEqual(wrong);
});

it('finds the tables of a text, and what stands above them', () => {
  const text = `# T\n\n共 2 条：\n\n${table('| a | 1 | |')}\n\nafter\n| x |\n|---|\n| 1 |`;
  const found = markdownTables(text);
  expect(found.map(({ above }) => above?.text)).toEqual(['共 2 条：', 'after']);
  expect(found.map(({ rows }) => rows.length)).toEqual([1, 1]);
});
