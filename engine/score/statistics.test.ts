import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { batchStatistics, type BatchStatistics } from '../../schemas/index.ts';
import { F1 } from '../statistics/scores.fixture.ts';
import { statisticsOf, type SizedScore } from './statistics.ts';

const near = (actual: number | null | undefined, value: number): void =>
  expect(Math.abs((actual ?? Number.NaN) - value)).toBeLessThan(1e-9);

const scoreOf = (storyline: string, score: number | null, points = 5): SizedScore => ({
  storyline,
  verdict: { score, required_total: points, required_met: Math.round((score ?? 0) * points) },
});

const parsed = (cases: readonly SizedScore[]): BatchStatistics => batchStatistics.parse(statisticsOf(cases));

describe('statistics of a batch', () => {
  it('have the check values', () => {
    const found = parsed(F1.map(({ value, cluster }) => scoreOf(cluster, value)));
    near(found.micro.value, 0.4791666666666667);
    near(found.micro.se, 0.17406699404435597);
    near(found.micro.interval?.high, 1.0331255287);
    near(found.micro.bootstrap?.interval?.low, 0.12);
    near(found.micro.bootstrap?.interval?.high, 0.7357142857142858);
    expect(found.micro.bootstrap?.method).toBe('exact');
    near(found.macro.value, 0.4302083333333333);
    near(found.macro.se, 0.18260092814203693);
    near(found.icc?.value, 0.7024615413135429);
    near(found.icc?.effective, 4.989764573630962);
    expect(found).toMatchObject({ clusters: 4, scored: 12, planned: 12, micro: { df: 3 } });
    // Two of twelve pass; what simulations say of intervals over four storylines stands with them.
    expect(found.pass_rate).toMatchObject({ passed: 2, of: 12 });
    expect(found.pass_rate.wilson.coverage).toBeLessThan(0.93);
    expect(found.pass_rate.clustered.coverage).toBeUndefined();
    expect(found.micro.bootstrap?.coverage).toBeLessThan(0.93);
    expect(found.macro.coverage).toBeUndefined();
  });

  it('hold every missing score between its bounds', () => {
    const cases: SizedScore[] = [
      scoreOf('A', 1, 4),
      scoreOf('A', 0.5, 2),
      scoreOf('B', null, 4),
      { storyline: 'B', verdict: undefined, requiredTotal: 10 },
    ];
    const found = parsed(cases);
    expect(found).toMatchObject({ scored: 2, planned: 4, clusters: 1 });
    near(found.hit_rate.value, 5 / 6);
    near(found.hit_rate.bounds?.worst, 5 / 20);
    near(found.hit_rate.bounds?.best, 19 / 20);
    expect(found.pass_rate.bounds).toEqual({ worst: 0.25, best: 0.75 });
    const unknown = parsed([...cases, { storyline: 'B', verdict: undefined }]);
    expect(unknown.hit_rate.bounds).toBeNull();
  });

  it.each<[string, SizedScore[], object]>([
    ['nothing', [], { micro: { value: null, untestable: 'no_cases' }, pass_rate: { value: null } }],
    ['one case', [scoreOf('A', 1)], { micro: { value: 1, se: null, untestable: 'one_cluster' }, icc: null }],
    [
      'equal storylines',
      [scoreOf('A', 1), scoreOf('B', 1), scoreOf('C', 1)],
      { micro: { value: 1, untestable: 'no_spread' }, macro: { untestable: 'no_spread' }, icc: null },
    ],
    [
      'a case without a storyline',
      [scoreOf('', 1), scoreOf('B', 0)],
      {
        micro: { value: 0.5, untestable: 'no_storyline' },
        hit_rate: { value: 0.5, untestable: 'no_storyline' },
      },
    ],
  ])('have no interval of %s, and say why', (_name, cases, expected) => {
    const found = parsed(cases);
    expect(found).toMatchObject(expected);
    for (const one of [found.micro, found.macro, found.hit_rate]) expect(one.interval).toBeNull();
    // Even of one case that passed, the rate may be far from 1.
    if (found.pass_rate.of === 1) expect(found.pass_rate.wilson.interval?.low).toBeLessThan(0.3);
  });

  it('never hold NaN, nor an interval without width', () => {
    const any = fc.array(
      fc.record({
        storyline: fc.constantFrom('A', 'B', 'C', ''),
        score: fc.constantFrom(null, 0, 0.25, 0.5, 1),
        points: fc.integer({ min: 0, max: 4 }),
      }),
      { maxLength: 12 },
    );
    fc.assert(
      fc.property(any, (cases) => {
        const found = parsed(cases.map(({ storyline, score, points }) => scoreOf(storyline, score, points)));
        const intervals = JSON.stringify(found).match(/\{"low":[^}]*\}/g) ?? [];
        for (const text of intervals) {
          const { low, high } = JSON.parse(text) as { low: number; high: number };
          expect(high - low).toBeGreaterThan(1e-9);
        }
      }),
      { numRuns: 150 },
    );
  });
});
