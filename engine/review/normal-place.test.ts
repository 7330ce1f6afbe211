import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../judge/index.ts';
import { placeOf } from './normal-place.ts';

const marked = (text: string, quote: string): string | null => {
  const place = placeOf(text, quote);
  return place === null ? null : text.slice(place.start, place.end);
};

describe('the place of a quote', () => {
  it.each<[string, string, string, string | null]>([
    ['to the letter', '租约到期日没有查到。', '到期日没有', '到期日没有'],
    ['full-width letters', '单号ＲＪ－５０９３，在跟', 'RJ-5093', 'ＲＪ－５０９３'],
    ['a full-width quote', '单号 RJ-5093 在跟', '单号　ＲＪ-5093', '单号 RJ-5093'],
    ['runs of white space', 'a\n\n  b \t c', 'a b c', 'a\n\n  b \t c'],
    ['white space in the quote', 'say a b c', ' a\n b   c ', 'a b c'],
    ['a letter inside a ligature', 'the ﬁne print', 'fine', 'ﬁne'],
    ['half a ligature', 'the ﬁx', 'ix', 'ﬁx'],
    ['a mark that joins', 'cafe\u0301 noir', 'café', 'cafe\u0301'],
    ['half-width voiced kana', 'これはﾊﾞｽです', 'バス', 'ﾊﾞｽ'],
    ['half-width hangul', 'x\uFFA1\uFFC2y', '가', '\uFFA1\uFFC2'],
    ['a unit sign', '5㎏ rice', '5kg rice', '5㎏ rice'],
    ['an emoji before it', '🚢🚢 ＯＫ then', 'OK then', 'ＯＫ then'],
    ['an emoji in it', 'go  🚢 now', 'go 🚢 now', 'go  🚢 now'],
    ['another letter that looks alike', 'сold store', 'cold', null],
    ['a mark of byte order before it', '\uFEFF  ab  cd', 'b c', 'b  c'],
    [
      'a long text',
      `${'Tide   '.repeat(50_000)}ＯＫ  then${'  x'.repeat(50_000)}`,
      'OK then x',
      'ＯＫ  then  x',
    ],
    [
      'a quote over pieces',
      'ab  cd '.repeat(40_000),
      'ab cd '.repeat(39_999),
      'ab  cd '.repeat(39_999).trim(),
    ],
    ['nothing', 'text', '   ', null],
    ['not there', 'text', 'other', null],
  ])('%s', (_name, text, quote, expected) => expect(marked(text, quote)).toBe(expected));

  it('takes the whole of a letter, not its first part', () => {
    expect(marked('xe\u0301 e', 'e')).toBe('e');
    expect(placeOf('xe\u0301 e', 'e')?.start).toBe(4);
  });

  it('agrees with the verifier on any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom(' ', '　', '\n', '\u00A0', 'ﾊ', 'ﾞ', 'ﬁ', '\u0301', 'ㄱ', 'ㅏ', '㎏', 'Å', '´', '👍🏽'),
    );
    const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, a, b) => {
        const at = a % (whole.length + 1);
        const quote = whole.slice(at, at + 1 + (b % 8));
        const wanted = normalise(quote);
        const place = placeOf(whole, quote);
        expect(place !== null).toBe(wanted !== '' && normalise(whole).includes(wanted));
        if (place !== null) expect(normalise(whole.slice(place.start, place.end))).toContain(wanted);
      }),
      { numRuns: 3000 },
    );
  });
});
