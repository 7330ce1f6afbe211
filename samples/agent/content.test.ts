import { describe, expect, it } from 'vitest';
import { cellText, linksIn, plainText } from './content.ts';

describe('content', () => {
  it('puts names in place of the keys of mentions, in text and in rich text', () => {
    const mentions = [{ key: '@_user_1', name: 'Ada' }];
    expect(plainText('{"text":"@_user_1 hello"}', mentions)).toBe('@Ada hello');
    const rich = {
      title: 'News',
      content: [
        [
          { tag: 'at', user_id: '@_user_1' },
          { tag: 'text', text: 'hello' },
        ],
      ],
    };
    expect(plainText(JSON.stringify(rich), mentions)).toBe('News\n@Ada hello');
  });

  it('reads cells of every kind', () => {
    expect(
      cellText([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
    ).toBe('ab');
    expect(cellText(['x', 'y'])).toBe('x、y');
    expect(cellText([{ id: 'ou_1', name: 'Ada' }])).toBe('Ada');
    expect(cellText({ text: 'site', link: 'https://example.invalid' })).toBe('site');
    expect(cellText(12.5)).toBe('12.5');
    expect(cellText(Date.UTC(2031, 4, 6, 4))).toBe('2031-05-06');
    expect(cellText(null)).toBe('');
  });

  it('finds links to documents and tables', () => {
    expect(linksIn('see https://example.invalid/docx/AbCdEf12?from=x and /base/Zz99Yy88')).toEqual([
      { kind: 'docx', token: 'AbCdEf12' },
      { kind: 'base', token: 'Zz99Yy88' },
    ]);
  });
});
