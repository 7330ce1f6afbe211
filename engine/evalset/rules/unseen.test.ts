import { describe, expect, it } from 'vitest';
import { CARD, checkFiles, codesOf, expectAtMarks, type MarkedFiles } from '../testing.ts';

const BLOCK = '|-\n      @Bo Where does it stand?';
/** A card that says a text, in double quotes: escapes are read. */
const says = (text: string): MarkedFiles => ({ '/e/a.case.yaml': CARD.replace(BLOCK, `"${text}"`) });

describe('invisible-character', () => {
  it.each<[string, string, RegExp]>([
    ['zero-width space', 'a⟦\u200B⟧b', /U\+200B \(zero-width space\) stands here: nobody sees it/],
    ['byte order mark in the middle', 'a⟦\uFEFF⟧b', /U\+FEFF \(byte order mark\)/],
    ['at the beginning', '⟦\u200E⟧ab', /left-to-right mark/],
    ['control of direction', 'a⟦\u202E⟧b', /U\+202E \(control of the direction of writing\)/],
    ['soft hyphen', 'a⟦\u00AD⟧b', /soft hyphen/],
    ['no-break space', 'a⟦\u00A0⟧b', /U\+00A0 \(no-break space\) stands here and passes for a space/],
    ['no-break space, as an escape', 'a⟦\\u00a0⟧b', /no-break space/],
    ['a run of them', 'a⟦\u200B\u2060⟧b', /U\+200B \(zero-width space\), U\+2060 \(word joiner\)/],
    ['tags that hide a text', 'a⟦\u{E0041}\u{E0042}⟧b', /tag that is not shown/],
    ['joiner between Latin letters', 'a⟦\u200D⟧b', /zero-width joiner/],
    ['carriage return', 'a⟦\\r⟧\\nb', /U\+000D \(carriage return\)/],
    ['carriage return alone', 'a⟦\\r⟧b', /as the end of a line/],
    ['line separator', 'a⟦\u2028⟧b', /line separator.*Write a line feed/],
    ['control character', 'a⟦\\u0007⟧b', /U\+0007 \(control character\)/],
    ['variation selector on a letter', 'a⟦\uFE0F⟧b', /variation selector/],
  ])('%s', async (_, text, message) => {
    await expectAtMarks('invisible-character', says(text), message);
  });

  it.each([
    '泊位（１号），“四”；好：是！？…—·、',
    '全角　空格',
    'tab\\tand\\nline',
    '👩‍🚀 ❤️ 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👍🏽',
    'می‌خواهم',
    'क्‍ष',
    '葛󠄀',
    'é',
  ])('not %s', async (text) => {
    expect(await codesOf(says(text))).toEqual([]);
  });

  it('is about to-the-letter fields only', async () => {
    expect(
      await codesOf({ '/e/a.case.yaml': CARD.replace('storyline: line', 'storyline: "l\u200Bine"') }),
    ).toEqual([]);
  });

  it('tells so much of one text, and no more', async () => {
    const found = await checkFiles(says('a\u00A0'.repeat(5000)));
    expect(found.filter(({ code }) => code === 'invisible-character')).toHaveLength(100);
  });

  it('is found in JSON, through escapes', async () => {
    const text =
      '[{"case_id":"A","storyline":"s","group_key":"g","asker":"a","turns":[{"turn":1,"kind":"query","speaker":"a","text":"\\u4e00⟦\\u200b⟧二"}],' +
      '"checkpoints_raw":"[CP1·结果][必选] a"}]';
    await expectAtMarks('invisible-character', { '/e/x.json': text });
  });
});

describe('look-alike', () => {
  it.each<[string, string, RegExp]>([
    [
      'Cyrillic in a Latin word',
      'T⟦о⟧kyo',
      /“о” U\+043E \(Cyrillic\) stands here, which looks like “o” U\+006F/,
    ],
    [
      'Latin in a Cyrillic word',
      'бер⟦e⟧г',
      /“e” U\+0065 stands here, which looks like “е” U\+0435 \(Cyrillic\)/,
    ],
    ['Greek in a Latin word', 'Br⟦ο⟧nze', /\(Greek\)/],
    ['a whole word of Cyrillic that reads as Latin', 'see ⟦С⟧⟦Р⟧1', /Cyrillic/],
    ['full-width digits among others', '1⟦２⟧月', /“２” U\+FF12 \(full width\)/],
    ['full-width letters among others', 'C⟦Ｐ⟧1', /full width/],
    ['Kelvin sign', '300 ⟦\u212A⟧', /U\+212A stands here, which looks like “K” U\+004B/],
    ['compatibility ideograph', '⟦\uF9E9⟧程', /“里” U\+91CC/],
    ['full-width at-sign before a name', '⟦＠⟧Bo', /“@” U\+0040/],
    ['another hyphen in a word', 'A⟦‑⟧1', /U\+2011 stands here/],
    ['both apostrophes', "don't, isn⟦’⟧t", /U\+2019/],
  ])('%s', async (_, text, message) => {
    await expectAtMarks('look-alike', says(text), message);
  });

  it.each([
    '泊位（１号），“四”；好：是！？％＋＝',
    '２０２６年 ＡＢＣ',
    'берег моря, СТО',
    'μm kΩ Δt α β Σx',
    'don’t and isn’t',
    'naïve café',
    '3－5 号',
    '＠',
    'Ελλάδα',
  ])('not %s', async (text) => {
    expect(await codesOf(says(text))).toEqual([]);
  });
});
