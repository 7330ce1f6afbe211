import { describe, expect, test } from 'vitest';
import { pieces, plain } from './invisible.ts';

describe('invisible characters', () => {
  test.each([
    ['plain words', 'Ferry 7 is late', 'Ferry 7 is late'],
    ['lines and tabs stay', 'a\n\tb\r\nc', 'a\n\tb\r\nc'],
    ['ANSI', '\x1b[31mred\x1b[0m', '[ESC][31mred[ESC][0m'],
    ['a lone carriage return', 'done\rlate', 'done[CR]late'],
    ['right-to-left override', 'a\u202Eb\u202C', 'a[U+202E]b[U+202C]'],
    ['isolates', '\u2066x\u2069', '[U+2066]x[U+2069]'],
    ['zero width', 'a\u200Bb\uFEFFc', 'a[U+200B]b[BOM]c'],
    ['tag characters', `a${String.fromCodePoint(0xe0041)}b`, 'a[U+E0041]b'],
    ['a soft hyphen, NUL and DEL', '\u00ad\0\x7f', '[SHY][NUL][DEL]'],
    ['C1 control', '\u009b31m', '[U+009B]31m'],
    ['emoji keep their joiners', '👩‍💻 ❤️', '👩‍💻 ❤️'],
    ['Persian keeps its non-joiner', 'می‌خواهم', 'می‌خواهم'],
    ['a joiner between letters', 'ad\u200Dmin', 'ad[U+200D]min'],
    ['ideographic space stays', '汐港　冷运', '汐港　冷运'],
  ])('%s', (_, text, shown) => {
    expect(plain(text)).toBe(shown);
    expect(
      pieces(text)
        .map((piece) => piece.text)
        .join(''),
    ).toBe(text);
  });
});
