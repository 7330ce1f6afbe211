import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusteredMean, clusteredRatio } from './clustered-mean.ts';
import { clusteredProportion } from './clustered-proportion.ts';
import { F1 } from './scores.fixture.ts';
import { clip, standardError } from './numbers.ts';
import { clopperPearson } from './proportions.ts';

const near = (actual: number | null | undefined, value: number): void =>
  expect(Math.abs((actual ?? Number.NaN) - value)).toBeLessThan(1e-9);

describe('means with errors', () => {
  it('of independent values', () => {
    near(standardError(F1.map(({ value }) => value)), 0.10685914215745071);
    near(standardError([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), 0.9574271077563381);
    expect(standardError([1])).toBeNull();
  });

  it('of clusters: both variants, interval with C − 1 degrees of freedom', () => {
    const found = clusteredMean(F1);
    near(found.mean, 0.4791666666666667);
    near(found.se, 0.17406699404435597);
    expect(found).toMatchObject({ variant: 'CR1', df: 3, clusters: 4, n: 12 });
    near(found.interval?.low, -0.0747921954);
    near(found.interval?.high, 1.0331255287);
    expect(clip(found.interval!)).toEqual({ low: 0, high: 1 });
    near(clusteredMean(F1, { variant: 'CR0' }).se, 0.15074643880280686);
    const twenty = Array.from({ length: 20 }, (_, i) => ({ value: i, cluster: `${i % 4}` }));
    near(clusteredMean(twenty).se, 0.6454972243679028);
  });

  it('has no error of one cluster, nor an interval without width', () => {
    expect(clusteredMean([{ value: 1, cluster: 'A' }])).toMatchObject({ mean: 1, se: null, interval: null });
    const same = ['A', 'B', 'C'].map((cluster) => ({ value: 1, cluster }));
    expect(clusteredMean(same)).toMatchObject({ se: 0, interval: null });
  });

  it('raises on a missing cluster, on NaN, on nothing', () => {
    expect(() => clusteredMean([{ value: 1, cluster: '' }])).toThrow('item 1 of 1 has no cluster');
    expect(() => clusteredMean([{ value: Number.NaN, cluster: 'A' }])).toThrow('not a finite number');
    expect(() => clusteredMean([{ value: 1, cluster: 'A', weight: 0 }])).toThrow('weights are positive');
    expect(() => clusteredMean([])).toThrow('no values');
  });

  it('a weight of two is the same as the item twice in its cluster; a ratio weighs by its denominator', () => {
    const twice = [...F1, ...F1.slice(0, 2)];
    const weighted = F1.map((item, i) => ({ ...item, weight: i < 2 ? 2 : 1 }));
    near(clusteredMean(weighted).mean, clusteredMean(twice).mean);
    near(clusteredMean(weighted).se, clusteredMean(twice).se!);
    const ratio = clusteredRatio([
      { numerator: 1, denominator: 4, cluster: 'A' },
      { numerator: 3, denominator: 4, cluster: 'A' },
      { numerator: 2, denominator: 2, cluster: 'B' },
      { numerator: 0, denominator: 0, cluster: 'C' },
    ])!;
    near(ratio.mean, 0.6);
    expect(ratio.clusters).toBe(2);
    expect(clusteredRatio([{ numerator: 0, denominator: 0, cluster: 'A' }])).toBeNull();
  });
});

describe('rates of clustered items', () => {
  const items = (clusters: number, size: number, hit: (c: number, i: number) => boolean) =>
    Array.from({ length: clusters * size }, (_, i) => ({
      value: Number(hit(Math.floor(i / size), i % size)),
      cluster: `c${Math.floor(i / size)}`,
    }));

  it('is Clopper–Pearson when every item stands alone', () => {
    const found = clusteredProportion(items(40, 1, (c) => c >= 4));
    const plain = clopperPearson(36, 40);
    // CR1 on single items is s²·n/(n − 1): one part in n.
    expect(found.effective).toBeGreaterThan(38.9);
    expect(Math.abs(found.interval!.low - plain.low)).toBeLessThan(0.005);
  });

  it('counts whole clusters that agree or fail together as one item each', () => {
    const found = clusteredProportion(items(10, 8, (c) => c > 1));
    expect(found).toMatchObject({ n: 80, hits: 64, clusters: 10 });
    expect(found.effective).toBeLessThan(10);
    const perfect = clusteredProportion(items(10, 8, () => true));
    expect(perfect.effective).toBe(10);
    expect(perfect.lower).toBeLessThan(clopperPearson(10, 10, 0.9).low + 1e-12);
    expect(perfect.interval!.high).toBe(1);
  });

  it('has no bound of one cluster; never one without width', () => {
    expect(clusteredProportion(items(1, 8, () => true))).toMatchObject({
      rate: 1,
      interval: null,
      lower: null,
    });
    fc.assert(
      fc.property(
        fc.array(fc.record({ value: fc.constantFrom(0, 1), cluster: fc.constantFrom('a', 'b', 'c', 'd') }), {
          minLength: 1,
          maxLength: 30,
        }),
        (some) => {
          const { rate, interval, lower, effective, n } = clusteredProportion(some);
          expect(effective).toBeLessThanOrEqual(n);
          if (interval === null) return;
          expect(interval.high - interval.low).toBeGreaterThan(0.01);
          expect(interval.low).toBeLessThanOrEqual(rate + 1e-12);
          expect(interval.high).toBeGreaterThanOrEqual(rate - 1e-12);
          expect(lower).toBeLessThanOrEqual(rate + 1e-12);
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuses values between', () =>
    expect(() => clusteredProportion([{ value: 0.5, cluster: 'A' }])).toThrow('0 or 1'));
});
