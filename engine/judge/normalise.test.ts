import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBorder, normalPieces } from './collapse.ts';
import { standsExactly } from './exact.ts';
import { lengthOf, normalise } from './normalise.ts';

/** What is meant, in one line; the judge's promise rests on it. */
const meant = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{White_Space}+/gu, ' ')
    .trim();

const piece = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(' ', '  ', '\u3000', '\n', '\u00A0', '\uFEFF', '\u0085', '\u2028', '\u200B', '\u1680'),
  fc.constantFrom(
    'ﾊ',
    'ﾞ',
    'ﬁ',
    '\u0301',
    '\u3099',
    'ㄱ',
    'ㅏ',
    '가',
    '\u11A8',
    '㎏',
    'Å',
    '´',
    '👍🏽',
    '\uD83D',
  ),
  fc.constantFrom('冷机', '9月19日', 'abc', 'が', 'か', 'ＲＪ－５', '（', '，', '。', 'e', 'a', 'x y'),
);
const text = fc.array(piece, { maxLength: 14 }).map((pieces) => pieces.join(''));
const inPieces = (whole: string, size: number): string =>
  Array.from(normalPieces(whole, size), ({ normal }) => normal).join('');

describe('normalising', () => {
  it('in pieces gives what one pass over the whole gives', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 1, max: 9 }), (whole, size) => {
        expect(inPieces(whole, size).trim()).toBe(meant(whole));
        expect(normalise(whole)).toBe(meant(whole));
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['spaces in millions', 'Harbor   Tide\n\n '.repeat(200_000)],
    ['nothing but spaces', ' \u3000'.repeat(200_000)],
    ['marks without a border', '\u0301ﾊﾞ'.repeat(50_000)],
    ['full-width letters', '单号ＲＪ－５０９３，在跟。 '.repeat(20_000)],
    ['ends that are trimmed', `\uFEFF ${'冷 '.repeat(50_000)}\uFEFF\n`],
  ])('a long text: %s', (_name, long) => expect(normalise(long)).toBe(meant(long)));

  it('cuts texts only where NFKC joins nothing', () => {
    const code = (_: unknown, i: number): string => String.fromCodePoint(i);
    const all = Array.from({ length: 0x110000 }, code);
    const wrong = (before: readonly string[], after: readonly string[]): string[] =>
      before.flatMap((one) => {
        // Line feeds join nothing, so that all pairs may be normalised at once.
        const together = after.map((two) => one + two).join('\n');
        const apart = after.map((two) => one.normalize('NFKC') + two.normalize('NFKC')).join('\n');
        return together.normalize('NFKC') === apart ? [] : [one];
      });
    const borders = all.slice(0, 0x10000).filter((one) => isBorder(one.charCodeAt(0)));
    const joining = ['e', 'か', 'ᄀ', '가', '각', 'ﾊ', '\u0301', '\u093C', '\uD83D', '´', '𑄱'];
    expect(wrong(joining, borders)).toEqual([]);
    const apart = all.map((one) => one.normalize('NFKC'));
    for (const after of ['a', '!', '冷', 'が', 'ア', '가', '각']) {
      const together = all.map((one) => one + after).join('\n');
      expect(together.normalize('NFKC') === apart.map((one) => one + after).join('\n'), after).toBe(true);
    }
  }, 60_000);

  it.each([
    ['', 0],
    ['冷机', 2],
    ['👍🏽x', 3],
    ['\uD83D\uD83D\uDC4D', 2],
  ])('%j has %i characters', (one, length) => {
    expect(lengthOf(one)).toBe(length);
    expect(lengthOf(one)).toBe(Array.from(one).length);
  });
});

describe('a quote that stands to the letter', () => {
  it('stands there after normalising, too', () => {
    let seen = 0;
    fc.assert(
      fc.property(text, fc.nat(), fc.nat(), (whole, a, b) => {
        const at = a % (whole.length + 1);
        const quote = normalise(whole.slice(at, at + 1 + (b % 12)));
        if (quote === '' || !standsExactly(whole, quote)) return;
        seen += 1;
        expect(meant(whole)).toContain(quote);
      }),
      { numRuns: 10_000 },
    );
    expect(seen).toBeGreaterThan(300);
  });

  it.each([
    ['a mark behind it', 'cafe\u0301 noir', 'cafe'],
    ['a vowel behind it', '가\u11A8', '가'],
    ['half of a pair behind it', 'ok \uD83D\uDC4D', 'ok \uD83D'],
    ['a mark at its beginning', 'e\u0301x', '\u0301x'],
  ])('is not taken for one: %s', (_name, whole, quote) => expect(standsExactly(whole, quote)).toBe(false));
});
