import { describe, expect, it } from 'vitest';
import { parseDate } from './dates.ts';
import { formsOf, renderText, renderTextOn } from './render.ts';

const on = (day0: string, text: string) => renderTextOn(day0)(text);

describe('forms of dates', () => {
  it.each([
    ['2026-09-06', '{{D}}', '9月6日'],
    ['2026-09-06', '{{D-7|MM-DD}}', '08-30'],
    ['2026-09-06', '{{D+9|YYYY-MM-DD}}', '2026-09-15'],
    ['2026-12-31', '{{D+1}} {{D+1|YYYY-MM-DD}}', '1月1日 2027-01-01'],
    ['2027-01-01', '{{D-1|YYYY-MM-DD}}', '2026-12-31'],
    ['2028-02-28', '{{D+1}} {{D+2}}', '2月29日 3月1日'],
    ['2100-02-28', '{{D+1|MM-DD}}', '03-01'],
    ['2000-02-29', '{{D+366|YYYY-MM-DD}}', '2001-03-01'],
    ['2028-02-29', '{{Y+1}} {{M+12}}', '2029年 2月'],
    ['2026-01-31', '{{M+1}} {{M-1}} {{Y}}', '2月 12月 2026年'],
    ['2026-11-30', '{{Q}} {{Q+1}} {{Q-4}}', 'Q4 Q1 Q4'],
  ])('on %s %s is %s', (day0, text, expected) => expect(on(day0, text)).toBe(expected));

  it('takes forms of month, year and quarter from the evalset', () => {
    const render = renderTextOn('2026-09-06', { M: 'YYYY-MM', Y: 'FY YYYY', Q: 'YYYY Q#' });
    expect(render('{{M-9}} | {{Y}} | {{Q}}')).toBe('2025-12 | FY 2026 | 2026 Q3');
  });

  it('knows no 29 February outside leap years', () => {
    expect(parseDate('2026-02-29')).toBeNull();
    expect(() => renderTextOn('2026-02-29')).toThrow(RangeError);
  });
});

describe('weekdays', () => {
  // 2026-09-06 is a Sunday.
  it.each([
    ['{{D+2}}（周三）', '9月8日（周二）'],
    ['{{D+2}} 星期三', '9月8日 星期二'],
    ['{{D+2}}(礼拜三)', '9月8日(礼拜二)'],
    ['{{D+3}} Monday', '9月9日 Wednesday'],
    ['{{D+3|MM-DD}} (Mon)', '09-09 (Wed)'],
    ['{{D+3}} MON', '9月9日 WED'],
    ['{{D}}（周三）', '9月6日（周日）'],
    ['{{D}}（周天）', '9月6日（周天）'],
    ['{{D+1}}（周天）', '9月7日（周一）'],
    ['{{D+2（周三）}}', '9月8日（周二）'],
    ['{{D+2|MM-DD 周三}}', '09-08 周二'],
  ])('%s is %s', (text, expected) => expect(on('2026-09-06', text)).toBe(expected));

  it('leaves a word that stands alone, and one that is right', () => {
    expect(on('2026-09-06', '周三见，{{D}}再说（周三）')).toBe('周三见，9月6日再说（周三）');
    const context = { day0: parseDate('2026-09-06')!, forms: formsOf(undefined) };
    expect(renderText('{{D+2}}（周二）', context).moves).toHaveLength(1);
  });
});

describe('moves', () => {
  const context = { day0: parseDate('2026-09-06')!, forms: formsOf(undefined) };

  it('are ordered, with offsets in the source', () => {
    expect(renderText('@北辰 {{D+2}}（周三）@北辰 {{Q}}', context)).toEqual({
      text: '@北辰 9月8日（周二）@北辰 Q3',
      moves: [
        { kind: 'placeholder', at: 4, before: '{{D+2}}', after: '9月8日' },
        { kind: 'weekday', at: 12, before: '周三', after: '周二' },
        { kind: 'placeholder', at: 19, before: '{{Q}}', after: 'Q3' },
      ],
      problems: [],
    });
  });

  it('report what cannot be rendered', () => {
    expect(renderText('{{D+9999}}', { ...context, day0: parseDate('9999-01-01')! }).problems).toMatchObject([
      { code: 'date-out-of-range' },
    ]);
    expect(renderText('{{X}} {{D+1', context).problems).toHaveLength(2);
  });
});
