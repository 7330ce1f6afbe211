import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ac1Of } from './ac1.ts';
import { agreement } from './agreement.ts';
import { alphaOf, alphaOfTable, type Level } from './alpha.ts';
import { fleissKappa } from './fleiss.ts';
import { kappa, kappaOf } from './kappa.ts';
import type { Pair, Table } from './table.ts';

const near = (actual: number | null | undefined, value: number): void =>
  expect(Math.abs((actual ?? Number.NaN) - value)).toBeLessThan(1e-9);

/** Judge against person, and a skewed pair of the same kind. */
const F4A: Table = [
  [40, 5],
  [10, 45],
];
const F4B: Table = [
  [85, 5],
  [5, 5],
];

/** Pairs as a table counts them; words are the indices. */
function pairsOf(table: Table, cluster?: (i: number) => string): Pair[] {
  const pairs = table.flatMap((row, i) =>
    row.flatMap((n, j) => Array.from({ length: n }, () => ({ first: `${i}`, second: `${j}` }))),
  );
  return cluster === undefined ? pairs : pairs.map((pair, i) => ({ ...pair, cluster: cluster(i) }));
}

describe('check values', () => {
  it('κ with its error and interval', () => {
    const result = kappa(F4A)!;
    near(result.value, 0.7);
    near(result.se, 0.07105631569396208);
    near(result.interval?.low, 0.5607321804);
    near(result.interval?.high, 0.8392678196);
    near(kappaOf(F4B), 0.4444444444444444);
  });

  it('AC1 and α', () => {
    near(ac1Of(F4A), 0.7007481296758106);
    near(ac1Of(F4B), 0.8780487804878048);
    near(alphaOfTable(F4A), 0.7007518796992481);
    near(alphaOfTable(F4B), 0.4472222222222222);
  });

  it('weighted κ', () => {
    const table = [
      [20, 5, 0],
      [3, 15, 4],
      [1, 2, 10],
    ];
    near(kappaOf(table, 'quadratic'), 0.75);
    near(kappaOf(table, 'linear'), 0.6795727636849132);
  });

  it('Fleiss’ table of 1971', () => {
    const table = [
      [0, 0, 0, 0, 14],
      [0, 2, 6, 4, 2],
      [0, 0, 3, 5, 6],
      [0, 3, 9, 2, 0],
      [2, 2, 8, 1, 1],
      [7, 7, 0, 0, 0],
      [3, 2, 6, 3, 0],
      [2, 5, 3, 2, 2],
      [6, 5, 2, 1, 0],
      [0, 2, 2, 3, 7],
    ];
    near(fleissKappa(table), 0.20993070442195522);
  });

  it.each<[Level, number[][], number]>([
    [
      'nominal',
      [
        [1, 1, 1],
        [0, 0, 0],
        [1, 1, 1],
        [0, 0, 1],
      ],
      1 - 132 / 420,
    ],
    [
      'interval',
      [
        [1, 2],
        [3, 4],
        [1, 1],
      ],
      19 / 24,
    ],
    [
      'ordinal',
      [
        [1, 1],
        [3, 4],
        [5, 5],
      ],
      94 / 99,
    ],
  ])('α %s', (level, units, value) => near(alphaOf(units, level), value));

  it('says what 87 % agreement can hide', () => {
    // 12 disagreements of 94, 14 that one rater passes: all one way, half and half, all the other way.
    const shown = [
      [
        [14, 12],
        [0, 68],
      ],
      [
        [8, 6],
        [6, 74],
      ],
      [
        [2, 12],
        [0, 80],
      ],
    ].map((table) => Math.round((kappaOf(table) ?? 0) * 100) / 100);
    expect(shown).toEqual([0.63, 0.5, 0.22]);
  });
});

describe('agreement of two raters', () => {
  it('gives all four, with intervals, and says that clusters are ignored', () => {
    const found = agreement(pairsOf(F4A))!;
    expect(found).toMatchObject({ n: 100, agree: 85, clusters: null, table: F4A });
    near(found.kappa.se, 0.07105631569396208);
    for (const one of [found.raw, found.kappa, found.ac1, found.alpha]) {
      expect(one.interval!.low).toBeLessThan(one.value!);
      expect(one.interval!.high).toBeGreaterThan(one.value!);
    }
    // The jackknife of one coefficient agrees with the large-sample error of its neighbour.
    expect(Math.abs(found.ac1.se! / found.kappa.se! - 1)).toBeLessThan(0.05);
  });

  it('widens with clusters: copies of a pair are no new evidence', () => {
    const ten = pairsOf(
      [
        [4, 1],
        [1, 4],
      ],
      (i) => `c${i}`,
    );
    const copied = ten.flatMap((pair) => Array.from({ length: 10 }, () => pair));
    const clustered = agreement(copied)!;
    const once = agreement(ten)!;
    expect(clustered.clusters).toBe(10);
    expect(clustered.raw.interval!.high - clustered.raw.interval!.low).toBeGreaterThan(
      0.95 * (once.raw.interval!.high - once.raw.interval!.low),
    );
    near(clustered.kappa.se, once.kappa.se!);
    expect(agreement(copied.map(({ first, second }) => ({ first, second })))!.kappa.se!).toBeLessThan(
      once.kappa.se! / 2,
    );
  });

  it('has no value where chance alone agrees as often, and no interval without width', () => {
    const same = agreement(pairsOf([[7]]), { categories: ['0', '1'] })!;
    expect(same.kappa).toEqual({ value: null, se: null, interval: null });
    expect(same.alpha.value).toBeNull();
    expect(same.ac1).toMatchObject({ value: 1, interval: null });
    expect(same.raw.interval!.low).toBeLessThan(0.7);
    const perfect = agreement(
      pairsOf([
        [4, 0],
        [0, 4],
      ]),
    )!;
    expect(perfect.kappa).toMatchObject({ value: 1, interval: null });
    expect(agreement([])).toBeNull();
    expect(agreement(pairsOf([[1]]))!.raw.interval!.low).toBeLessThan(0.3);
  });

  it('refuses pairs of which only some have a cluster', () => {
    const pairs = pairsOf(F4B).map((pair, i) => (i === 0 ? pair : { ...pair, cluster: 'c' }));
    expect(() => agreement(pairs)).toThrow('1 of 100 pairs have no cluster');
  });

  const anyPairs = fc.array(
    fc.record({ first: fc.constantFrom('a', 'b', 'c'), second: fc.constantFrom('a', 'b', 'c') }),
    { minLength: 1, maxLength: 25 },
  );

  it('is the same with the raters swapped, the items shuffled, and α from table or units', () => {
    fc.assert(
      fc.property(anyPairs, (pairs) => {
        const there = agreement(pairs)!;
        const back = agreement(
          pairs.map(({ first, second }) => ({ first: second, second: first })).reverse(),
        )!;
        for (const name of ['kappa', 'ac1', 'alpha'] as const) {
          const [a, b] = [there[name], back[name]];
          if (a.value === null) expect(b.value).toBeNull();
          else near(b.value, a.value);
          if (a.se !== null) near(b.se, a.se);
          else expect(b.se).toBeNull();
        }
        const units = pairs.map(({ first, second }) => [first.charCodeAt(0), second.charCodeAt(0)]);
        const fromUnits = alphaOf(units);
        if (fromUnits === null) expect(there.alpha.value).toBeNull();
        else near(there.alpha.value, fromUnits);
      }),
      { numRuns: 200 },
    );
  });

  it('never gives NaN', () => {
    fc.assert(
      fc.property(anyPairs, fc.boolean(), (pairs, clustered) => {
        const given = clustered ? pairs.map((pair, i) => ({ ...pair, cluster: `c${i % 3}` })) : pairs;
        expect(
          JSON.stringify(agreement(given), (_, v: unknown) =>
            typeof v === 'number' && !Number.isFinite(v) ? 'NaN' : v,
          ),
        ).not.toContain('NaN');
      }),
      { numRuns: 200 },
    );
  });
});
