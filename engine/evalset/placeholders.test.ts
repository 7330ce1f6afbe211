import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { impliedCondition } from './conditions.ts';
import { scanPlaceholders } from './placeholders.ts';

describe('scanPlaceholders', () => {
  it.each([
    ['{{D}}', 'D', 0, null],
    ['{{D+2}}', 'D', 2, null],
    ['{{D-7|MM-DD}}', 'D', -7, 'MM-DD'],
    ['{{D|YYYY-MM-DD}}', 'D', 0, 'YYYY-MM-DD'],
    ['{{M-1}}', 'M', -1, null],
    ['{{Y+1}}', 'Y', 1, null],
    ['{{Q}}', 'Q', 0, null],
    ['{{Q-1}}', 'Q', -1, null],
  ])('%s', (text, unit, offset, format) => {
    expect(scanPlaceholders(`a ${text} b`)).toEqual({
      placeholders: [{ span: { from: 2, to: 2 + text.length }, text, unit, offset, format }],
      problems: [],
    });
  });

  it.each([
    ['{{D+2}}（周三）', '周三'],
    ['{{D+2}}(Wed)', 'Wed'],
    ['{{D+2}}周天开会', '周天'],
    ['{{D+2}} 星期一', '星期一'],
    ['{{D+2}} Wednesday', 'Wednesday'],
    ['{{D+2（礼拜日）}}', '礼拜日'],
    ['{{D+2|MM-DD 周五}}', '周五'],
  ])('%s owns its weekday', (text, word) => {
    const [found] = scanPlaceholders(text).placeholders;
    const at = text.indexOf(word);
    expect(found?.weekday).toEqual({ text: word, span: { from: at, to: at + word.length } });
  });

  it.each(['{{D+2}} 的周三', '{{D+2}} Weddings', '{{M}}周三', '{{D+2}}周末'])('%s owns none', (text) => {
    const { placeholders, problems } = scanPlaceholders(text);
    expect(placeholders[0]?.weekday).toBeUndefined();
    expect(problems).toEqual([]);
  });

  it.each([
    ['x {{ D+2 }} y', 'bad-placeholder', '{{ D+2 }}', '{{D+2}}'],
    ['{{d+2}}', 'bad-placeholder', '{{d+2}}', '{{D+2}}'],
    ['{{D＋2}}', 'bad-placeholder', '{{D＋2}}', '{{D+2}}'],
    ['{{D2}}', 'bad-placeholder', '{{D2}}', '{{D+2}}'],
    ['{{D−2|mm/dd}}', 'bad-placeholder', '{{D−2|mm/dd}}', '{{D-2|MM-DD}}'],
    ['{{M|MM-DD}}', 'bad-placeholder', '{{M|MM-DD}}', '{{M}}'],
    ['{{name}}', 'bad-placeholder', '{{name}}', null],
    ['a {{D+2} b', 'unclosed-placeholder', '{{D+2}', '{{D+2}}'],
    ['a {{D+2，b', 'unclosed-placeholder', '{{D+2', '{{D+2}}'],
    ['{{', 'unclosed-placeholder', '{{', null],
  ])('%j: %s', (text, code, covered, meant) => {
    const { problems } = scanPlaceholders(text);
    expect(problems.map(({ code: c, span }) => [c, text.slice(span.from, span.to)])).toEqual([
      [code, covered],
    ]);
    if (meant === null) expect(problems[0]?.message).not.toContain('Did you mean');
    else expect(problems[0]?.message).toContain(`Did you mean "${meant}"?`);
  });

  it('finds a good one behind a bad one, and covers what it says it covers', () => {
    expect(scanPlaceholders('{{D+1 {{D+2}}').placeholders.map(({ text }) => text)).toEqual(['{{D+2}}']);
    const unit = fc.constantFrom(
      '{{',
      '}}',
      '{',
      '}',
      'D',
      '+',
      '2',
      '|MM-DD',
      '周三',
      '（',
      ' ',
      '\n',
      'M',
      'x',
    );
    fc.assert(
      fc.property(
        fc.array(unit).map((parts) => parts.join('')),
        (text) => {
          const { placeholders, problems } = scanPlaceholders(text);
          for (const item of placeholders) expect(text.slice(item.span.from, item.span.to)).toBe(item.text);
          const spans = [...placeholders, ...problems]
            .map(({ span }) => span)
            .sort((a, b) => a.from - b.from);
          spans.forEach((span, i) => expect(span.from).toBeGreaterThanOrEqual(spans[i - 1]?.to ?? 0));
        },
      ),
    );
  });
});

it('tells a plain condition from one that needs a rule', () => {
  expect(impliedCondition('Maya 被 @ 时答', 'maya')).toEqual({
    message: { author: 'agent', mentions: 'maya' },
  });
  for (const condition of ['被催问时答', '未被 @ 时答', '被 @ 且给出日期时答', ''])
    expect(impliedCondition(condition, 'maya')).toBeNull();
});
