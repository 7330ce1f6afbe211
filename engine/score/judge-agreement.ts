import type { AgreementOfPoints, JudgeAgreement, Verdict } from '../../schemas/index.ts';
import { agreement, type Coefficient } from '../statistics/agreement/agreement.ts';
import type { Interval } from '../statistics/numbers.ts';

type Words = NonNullable<NonNullable<Verdict['cross_check']>['points']>[number];
type Measure = AgreementOfPoints['kappa'];

const NONE: Measure = { value: null, low: null, high: null };

const measure = (value: number | null, interval: Interval | null): Measure => ({
  value,
  low: interval?.low ?? null,
  high: interval?.high ?? null,
});

function ofPoints(all: readonly Words[]): AgreementOfPoints {
  const pairs = all.flatMap(({ first, second }) =>
    first === null || second === null ? [] : [{ first, second }],
  );
  const count = (first: string, second: string): number =>
    pairs.filter((pair) => pair.first === first && pair.second === second).length;
  const found = agreement(pairs, { categories: ['met', 'unmet'] });
  const of = (coefficient: Coefficient): Measure => measure(coefficient.value, coefficient.interval);
  return {
    points: pairs.length,
    undecided: all.length - pairs.length,
    table: {
      both_met: count('met', 'met'),
      first_only: count('met', 'unmet'),
      second_only: count('unmet', 'met'),
      both_unmet: count('unmet', 'unmet'),
    },
    raw: found === null ? NONE : measure(found.raw.value, found.raw.interval),
    kappa: found === null ? NONE : of(found.kappa),
    ac1: found === null ? NONE : of(found.ac1),
    alpha: found === null ? NONE : of(found.alpha),
  };
}

/** Agreement of first and second judge over the verdicts that have both; undefined when none has. */
export function judgeAgreement(
  verdicts: readonly Pick<Verdict, 'judge' | 'cross_check'>[],
): JudgeAgreement | undefined {
  const checked = verdicts.flatMap(({ cross_check: cross, judge }) =>
    cross?.points === undefined
      ? []
      : [{ first: judge.model, second: cross.judge.model, words: cross.points }],
  );
  if (checked.length === 0) return undefined;
  const words = checked.flatMap((one) => one.words);
  const kinds = [...new Set(words.map(({ kind }) => kind))];
  const named = (models: readonly string[]): string => [...new Set(models)].sort().join(', ');
  return {
    first: named(checked.map(({ first }) => first)),
    second: named(checked.map(({ second }) => second)),
    cases: checked.length,
    clusters: 'ignored',
    all: ofPoints(words),
    by_kind: Object.fromEntries(
      kinds.map((kind) => [kind, ofPoints(words.filter((one) => one.kind === kind))]),
    ),
  };
}
