import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newCanary } from './canaries.ts';
import { LeakDetector } from './detector.ts';
import { Known } from './known.ts';
import type { HiddenText, Leak, WrittenText } from './model.ts';

const place = { file: 'evalset/a.case.yaml', pointer: '/exec_notes' };
const text = (words: string, kind: HiddenText['kind'] = 'text'): HiddenText => ({ kind, text: words, place });
const wrote = (words: string, at = 10): WrittenText => ({
  text: words,
  at,
  kind: 'message',
  path: 'evidence/x.json',
});
const NOBODY = new Known([], []);
const leaks = (hidden: HiddenText[], words: string, known = NOBODY, at = 10): Leak[] =>
  new LeakDetector(hidden).leaksIn(wrote(words, at), known);

const CHINESE = '货主追到客户同事那里要准信而客户同事在另一个群里看不到船上的消息';
const ENGLISH = 'The owner asks her colleague, who cannot see what the ship has written.';

describe('what is a leak', () => {
  it.each([
    ['Chinese', CHINESE, CHINESE.slice(3, 23)],
    ['English', ENGLISH, 'owner asks her colleagu'],
  ])('is twenty characters of %s in a row, and not nineteen', (_, hidden, part) => {
    expect(part.replace(/\s/g, '')).toHaveLength(20);
    expect(leaks([text(hidden)], `so: ${part}!`)).toMatchObject([{ quote: part, hidden: place }]);
    expect(leaks([text(hidden)], `so: ${part.slice(0, -1)}!`)).toEqual([]);
  });

  it.each([
    ['spaces and line ends', Array.from(CHINESE).join(' \n')],
    ['invisible characters', Array.from(CHINESE).join('\u200b')],
    ['full width', ENGLISH.replace(/[!-~]/g, (c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0))],
    ['capitals', ENGLISH.toUpperCase()],
    ['one more character each side', `x${CHINESE}x`],
  ])('is found behind %s', (_, words) => {
    expect(leaks([text(CHINESE), text(ENGLISH)], words)).toHaveLength(1);
  });

  it('quotes the agent in its own characters', () => {
    const spaced = Array.from(CHINESE.slice(0, 20)).join(' ');
    expect(leaks([text(CHINESE)], `前文，${spaced}；后文`)[0]?.quote).toBe(spaced);
    const rare = '𠮷'.repeat(3) + CHINESE.slice(0, 17);
    expect(leaks([text(rare)], `》${rare}《`)[0]?.quote).toBe(rare);
    expect(leaks([text(rare)], `》${rare.slice(0, -1)}《`)).toEqual([]);
  });

  it('is not what the agent may know by then: a question is hidden until it is asked', () => {
    const asked = new Known([{ text: `@小舵 ${CHINESE}。`, from: 5 }], []);
    expect(leaks([text(CHINESE)], CHINESE, asked, 10)).toEqual([]);
    expect(leaks([text(CHINESE)], CHINESE, asked, 4)).toHaveLength(1);
  });

  it('needs twenty characters beside those that are known', () => {
    const known = new Known([{ text: CHINESE.slice(0, 16) }], []);
    expect(leaks([text(CHINESE)], CHINESE.slice(0, 30), known)).toEqual([]);
    expect(leaks([text(CHINESE + ENGLISH)], CHINESE + ENGLISH, known)).toHaveLength(1);
  });

  it('is not a rule, a row of dots, or a frame of a table', () => {
    const frame = `${'-'.repeat(40)}\n${'| --- '.repeat(9)}|\n${'。'.repeat(30)}`;
    expect(leaks([text(frame)], frame)).toEqual([]);
  });

  it('is not a right answer in known words, and is one in words that nobody could know', () => {
    const answer = '卡在冷机绝缘，单号 RJ-5093，复检排在 8月14日，是闻人澈在跟。';
    const known = new Known(
      [{ text: '船检没过，冷机绝缘不合格，单号 RJ-5093。' }, { text: '复检排在下周，8月14日上午' }],
      ['闻人澈'],
    );
    expect(leaks([text(answer, 'answer')], answer, known)).toEqual([]);
    expect(leaks([text(answer, 'text')], answer, NOBODY)).toHaveLength(1);
    expect(leaks([text(CHINESE, 'answer')], CHINESE, known)).toHaveLength(1);
  });

  it('is a canary, whatever is known', () => {
    const canary = newCanary();
    const known = new Known([{ text: canary }], [canary]);
    const found = leaks([text(canary, 'canary')], `I found ${canary.toUpperCase()} there`, known);
    expect(found).toMatchObject([{ kind: 'canary', quote: canary.toUpperCase() }]);
    expect(leaks([text(canary, 'canary')], newCanary())).toEqual([]);
  });

  it('is looked for in time that does not explode on a flood of one character', () => {
    const hidden = text(`${'a'.repeat(5000)}${'ab'.repeat(2000)}`);
    expect(leaks([hidden], 'a'.repeat(100_000))).toEqual([]);
  });
});

/** Letters of which no run is made of few: a hidden text says something. */
const hiddenLetters = fc.constantFrom(
  ...Array.from('甲乙丙丁戊己庚辛壬癸子丑寅卯辰巳午未申酉戌亥天地玄黄宇宙洪荒'),
);
const publicLetters = fc.constantFrom(...Array.from('赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张'));
const sentence = (letter: fc.Arbitrary<string>, min: number, max: number): fc.Arbitrary<string> =>
  fc.array(letter, { minLength: min, maxLength: max }).map((all) => all.join(''));
const noise = fc.constantFrom('', '', '', ' ', '\n', '\t', '\u200b', '\u3000', '\ufeff');

describe('over all texts', () => {
  it('finds every planted run of twenty, wherever it lies and however it is spread', () => {
    fc.assert(
      fc.property(
        fc.array(sentence(hiddenLetters, 20, 120), { minLength: 1, maxLength: 6 }),
        sentence(publicLetters, 0, 60),
        sentence(publicLetters, 0, 60),
        fc.nat(),
        fc.nat(),
        fc.nat(),
        fc.array(noise, { minLength: 40, maxLength: 40 }),
        (all, before, after, which, at, length, between) => {
          const hidden = all[which % all.length] ?? '';
          const size = 20 + (length % (hidden.length - 19));
          const from = at % (hidden.length - size + 1);
          const part = hidden.slice(from, from + size);
          fc.pre(new Set(part).size >= 6);
          const planted = Array.from(part)
            .map((letter, i) => letter + (between[i % between.length] ?? ''))
            .join('');
          const known = new Known([{ text: before }, { text: after }], []);
          expect(
            leaks(
              all.map((one) => text(one)),
              before + planted + after,
              known,
            ).length,
          ).toBeGreaterThan(0);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('says nothing of texts that are built from what is public', () => {
    fc.assert(
      fc.property(
        fc.array(sentence(publicLetters, 12, 40), { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 1, maxLength: 12 }),
        sentence(hiddenLetters, 20, 60),
        (seeds, picks, secret) => {
          const built = picks.map((pick) => seeds[pick % seeds.length] ?? '').join('，');
          // The hidden text quotes the public ones, as checkpoints do.
          const hidden = text(`${secret}${built}${secret}`);
          expect(
            leaks(
              [hidden],
              built,
              new Known(
                seeds.map((one) => ({ text: one })),
                [],
              ),
            ),
          ).toEqual([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
