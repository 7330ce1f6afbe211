import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCheckpoints } from './checkpoints.ts';

const problemsOf = (raw: string): string[] =>
  parseCheckpoints(raw).problems.map(({ code, span }) => `${code} ${raw.slice(span.from, span.to)}`);

const OK = '[CP1·结果][必选] a\n[CP2·过程][必选] b\n';

describe('parseCheckpoints', () => {
  it('reads protocol, classes and tags', () => {
    const raw =
      '【计分】单题得分 = max(0, 命中必选数 − 触发扣分数) / 必选总数；触发任一【一票否决】整题记 0。单题扣分条目不超过 必选数 − 1。\n' +
      '[CP1·结果][必选] 甲\n[CP5·结果][必选][交付门] [AND] 乙\n[CP3·过程][必选] [1] 丙\n[扣分] 丁\n[一票否决] 戊';
    const { protocol, points, problems, excerpt } = parseCheckpoints(raw);
    expect(protocol?.text.startsWith('【计分】')).toBe(true);
    expect(problems.map(({ code }) => code)).toEqual(['checkpoint-unknown-tag']);
    expect(excerpt).toBe(false);
    expect(
      points.map(({ id, kind, result, delivery_gate, and }) => [id, kind, result, delivery_gate, and]),
    ).toEqual([
      ['CP1', 'required', true, false, false],
      ['CP5', 'required', true, true, true],
      ['CP3', 'required', false, false, false],
      ['DED1', 'deduction', false, false, false],
      ['VETO1', 'veto', false, false, false],
    ]);
    expect(points[0]?.text).toBe('[CP1·结果][必选] 甲');
    expect(points[1]?.tags.map(({ span }) => raw.slice(span.from, span.to))).toEqual([
      '[CP5·结果]',
      '[必选]',
      '[交付门]',
      '[AND]',
    ]);
  });

  it('takes written ids of deductions and vetoes', () => {
    const { points, problems } = parseCheckpoints(`${OK}[DED2·扣分] x\n[VETO1·一票否决] y`);
    expect(points.map(({ id }) => id)).toEqual(['CP1', 'CP2', 'DED2', 'VETO1']);
    expect(problems).toEqual([]);
  });

  it.each([
    ['[CP·结果][必选] a', 'checkpoint-without-number [CP·结果]'],
    ['[CP1][必选] a', 'checkpoint-without-class [CP1]'],
    ['[CP1·结果] a', 'checkpoint-without-kind [CP1·结果]'],
    ['[CP1.结果][必选] a', 'checkpoint-unknown-tag [CP1.结果]'],
    ['[CP1·结果][必选][交付们] a', 'checkpoint-unknown-tag [交付们]'],
    ['[CP1·结果]【必选】 a', 'checkpoint-unknown-tag 【必选】'],
    ['[CP1·结果][必选][必选] a', 'checkpoint-repeated-tag [必选]'],
    [`${OK}[扣分][交付门] c`, 'checkpoint-misplaced-tag [交付门]'],
    [`${OK}[CP1·结果][必选] c`, 'checkpoint-duplicate-number [CP1·结果]'],
    [`${OK}  and more `, 'checkpoint-without-tags and more'],
    [`${OK}【计分】x`, 'checkpoint-protocol-place 【计分】x'],
    [`${OK}[扣分] c\n[扣分] d`, 'too-many-deductions [扣分]'],
    ['', 'no-checkpoints '],
    ['[扣分] c', 'no-required-point [扣分] c'],
    [`【计分】单题得分 = 命中数 / 总数\n${OK}`, 'scoring-protocol-conflict 命中数 / 总数'],
    [`【计分】触发任一【一票否决】整题记 50。\n${OK}`, 'scoring-protocol-conflict 一票否决】整题记 50'],
    [`【计分】扣分条目不超过 必选数 − 2。\n${OK}`, 'scoring-protocol-conflict 扣分条目不超过 必选数 − 2'],
  ])('%j: %s', (raw, expected) => {
    expect(problemsOf(raw)).toEqual([expected]);
  });

  it('says what was probably meant', () => {
    expect(parseCheckpoints('[cp1.结果][必选] a').problems[0]?.message).toContain(
      'Did you mean "[CP1·结果]"?',
    );
  });

  it('knows an excerpt, which may lack points', () => {
    for (const raw of ['[扣分] a\n…', '[CP1·结果][必选] cut here…', '…'])
      expect(parseCheckpoints(raw)).toMatchObject({ excerpt: true, problems: [] });
  });

  it('keeps every line to the letter: joined, they are the text again', () => {
    const line = fc.constantFrom(
      '[CP1·结果][必选] a  ',
      '[扣分] b\t',
      'c\r',
      '[CP2·过程][必选]\r',
      '【计分】 x \r',
      '[oops] 😀 ',
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), fc.string(), (lines, tail) => {
        const raw = [...lines, `[CP9·结果][必选] ${tail.replaceAll('\n', ' ')}`].join('\n');
        const { protocol, points, problems } = parseCheckpoints(raw);
        for (const { text, span } of points) expect(raw.slice(span.from, span.to)).toBe(text);
        const other = problems
          .filter(({ code }) => code === 'checkpoint-without-tags' || code === 'checkpoint-protocol-place')
          .map(({ span }) => raw.slice(span.from, /\n|$/.exec(raw.slice(span.from))!.index + span.from))
          .map((text, i) => ({ text, from: problems[i]!.span.from }));
        const parts = protocol === null ? points : [protocol, ...points];
        if (other.length === 0) expect(parts.map(({ text }) => text).join('\n')).toBe(raw);
      }),
    );
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (raw) => {
        for (const { span } of parseCheckpoints(raw).problems)
          expect(span.to).toBeLessThanOrEqual(raw.length);
      }),
    );
  });
});
