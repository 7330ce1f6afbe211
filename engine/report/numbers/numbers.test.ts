import fc from 'fast-check';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { statisticsOf } from '../../score/statistics.ts';
import { wordsOf } from '../languages.ts';
import { batchNumbers, type Totals } from './batch.ts';
import { numberWords } from './languages.ts';

const LANGUAGES = ['en', 'zh-cn'] as const;

type Score = number | null | undefined;

/** The totals of a batch; undefined: the case was not run. */
function totalsOf(scores: readonly (readonly [storyline: string, score: Score])[]): Totals {
  const cases = scores.map(([storyline, score]) => ({
    storyline,
    requiredTotal: 4,
    verdict:
      score === undefined
        ? undefined
        : { score, required_total: 4, required_met: Math.round((score ?? 0) * 4) },
  }));
  const statistics = statisticsOf(cases);
  return {
    scored_total: statistics.scored,
    cases_planned: scores.length,
    counts: { PASS: scores.filter(([, score]) => score === 1).length, total: scores.length },
    micro: statistics.micro.value,
    macro: statistics.macro.value,
    checkpoint_hit_rate: statistics.hit_rate.value,
    storylines: statistics.clusters,
    statistics,
    veto_triggered: 0,
  };
}

const textOf = (totals: Totals, locale: string, columns = 200): string =>
  batchNumbers(totals, numberWords(wordsOf(locale)), columns).join('\n');

describe('the numbers of a batch', () => {
  const five = totalsOf([
    ['A', 1],
    ['A', 0.5],
    ['B', 0],
    ['B', null],
    ['C', undefined],
  ]);

  it('stand with their denominator, all states, interval, variant and label', () => {
    const text = textOf(five, 'en');
    expect(text).toContain(
      '3 of 5 cases count · PASS 1 · FAIL 0 · PENDING 0 · FAIL_ENV 0 · RERUN 0 · NOT_RUN 0',
    );
    expect(text).toMatch(
      /Mean of cases +0\.5 · 95 % 0 to 1 \(cut to 0 … 1\) · t over 2 storylines, SE 0\.\d+ · too narrow: held the truth in \d+\.\d % of simulations/,
    );
    expect(text).toContain('bootstrap of storylines (every resample) 95 %');
    expect(text).toContain('Wilson, storylines ignored: 95 %');
    expect(text).toContain('without a score counted as 0 and as 1: 0.2 to 0.6');
  });

  it('say the same in Chinese, with no English left', () => {
    const text = textOf(five, 'zh-cn');
    expect(text).toContain('5 题中 3 题计分');
    expect(text).toContain('未计故事线聚类');
    const left = text.replace(/`run --runs N`|PASS|FAIL_ENV|FAIL|PENDING|RERUN|NOT_RUN|Wilson|ICC|BCa/g, '');
    expect(left).not.toMatch(/[a-z]{2,}/i);
  });

  describe('with a budget', () => {
    const budget: NonNullable<Totals['budget']> = {
      limits: { minutes: 90, tokens: 9000, cost: 5, currency: 'EUR' },
      used: { minutes: 12.5, messages: 40, tokens: 8000, cost: null, currency: 'EUR' },
      agent: { messages: 40, tokens: 7000, cost: null, turns: 9, assumed_turns: 4 },
      judges: { tokens: 1000, cost: null },
      not_begun: [
        { case_id: 'H04', why: 'it comes behind case H03, which was not begun' },
        { case_id: 'H07', why: 'the budget of the batch is 9000 tokens; …', limit: 'tokens' },
      ],
    };
    const whole = { ...five, budget };

    it('say what was used of what, what of it is assumed, and what was left out', () => {
      const text = textOf(whole, 'en', 400);
      expect(text).toMatch(
        /Budget used +12\.5 of 90 minutes · 40 messages · 8000 of 9000 tokens · not known of 5 EUR/,
      );
      expect(text).toContain('4 of 9 turns of the agent assumed at their most');
      expect(text).toMatch(
        /Not begun for want of budget: H04, H07\. First: the budget of the batch is 9000 tokens/,
      );
      expect(textOf(five, 'en')).not.toMatch(/budget/i);
    });

    it('say it in Chinese', () => {
      const text = textOf(whole, 'zh-cn', 400);
      expect(text).toContain('12.5/90 分钟');
      expect(text).toContain('智能体 9 轮中有 4 轮没有上报用量');
      expect(text).toContain('因预算不足没有开始：H04、H07');
      expect(text).not.toMatch(/budget of the batch/);
    });
  });

  it.each(LANGUAGES)('say why there is no interval (%s)', (locale) => {
    const { untestable } = numberWords(wordsOf(locale));
    expect(textOf(totalsOf([['A', 1]]), locale)).toContain(untestable.one_cluster);
    expect(textOf(totalsOf([]), locale)).toContain(untestable.no_cases);
    expect(
      textOf(
        totalsOf([
          ['A', 1],
          ['B', 1],
        ]),
        locale,
      ),
    ).toContain(untestable.no_spread);
    expect(
      textOf(
        totalsOf([
          ['', 1],
          ['B', 1],
        ]),
        locale,
      ),
    ).toContain(untestable.no_storyline);
  });

  const any = fc.array(
    fc.tuple(fc.constantFrom('A', 'B', 'C'), fc.constantFrom<Score>(undefined, null, 0, 0.25, 1)),
    { maxLength: 10 },
  );

  it('never print NaN, and keep to the width', () => {
    fc.assert(
      fc.property(
        any,
        fc.constantFrom(...LANGUAGES),
        fc.integer({ min: 20, max: 120 }),
        (scores, locale, columns) => {
          const text = textOf(totalsOf(scores), locale, columns);
          expect(text).not.toMatch(/NaN|Infinity|undefined|null/);
          for (const one of text.split('\n')) expect(stringWidth(one)).toBeLessThanOrEqual(columns);
        },
      ),
      { numRuns: 100 },
    );
  });
});
