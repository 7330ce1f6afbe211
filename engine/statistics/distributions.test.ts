import { describe, expect, it } from 'vitest';
import {
  binomialCdf,
  fUpper,
  normalCdf,
  normalQuantile,
  tCdf,
  tQuantile,
  tTwoSided,
} from './distributions.ts';
import { neededForGate, reachableForGate } from './gate.ts';
import {
  betaInterval,
  clopperPearson,
  clopperPearsonUpper,
  trialsForZeroFailures,
  wilson,
} from './proportions.ts';
import { incompleteBeta, logGamma } from './special.ts';

const near = (actual: number, value: number): void => expect(Math.abs(actual - value)).toBeLessThan(1e-9);

describe('distributions', () => {
  it.each([
    [1, 12.706204736432095],
    [2, 4.302652729911275],
    [3, 3.182446305284263],
    [4, 2.7764451051977987],
    [9, 2.2621571627409915],
    [10, 2.2281388519649385],
    [30, 2.0422724563012373],
    [1000, 1.9623390808264078],
  ])('t quantile, %i degrees of freedom', (df, value) => {
    near(tQuantile(0.975, df), value);
    near(tQuantile(0.025, df), -value);
    near(tCdf(tQuantile(0.975, df), df), 0.975);
  });

  it('has closed forms right: t of 1 and 2, the arcsine, factorials', () => {
    near(tQuantile(0.975, 1), Math.tan(Math.PI * 0.475));
    near(tTwoSided(1.5, 2), 1 - 1.5 / Math.sqrt(2 + 1.5 ** 2));
    for (const x of [0.001, 0.25, 0.9])
      near(incompleteBeta(x, 0.5, 0.5), (2 / Math.PI) * Math.asin(Math.sqrt(x)));
    near(logGamma(11), Math.log(3628800));
    near(logGamma(0.25), Math.log(3.625609908221908));
    near(binomialCdf(3, 15, 0.5) * 2, 0.03515625);
  });

  it('normal, both tails', () => {
    near(normalQuantile(0.975), 1.959963984540054);
    near(normalQuantile(0.8), 0.8416212335729143);
    expect(normalCdf(-8) / 6.220960574271785e-16).toBeCloseTo(1, 9);
    near(normalCdf(-3.0000001), normalCdf(-2.9999999) - 2e-7 * 0.00443184841);
    near(normalCdf(1.2) + normalCdf(-1.2), 1);
  });

  it('F, upper tail', () => near(fUpper(7.951568519537707, 3, 8), 0.008748303278399426));

  it('refuses what is no number or no probability', () => {
    expect(() => tQuantile(1.2, 3)).toThrow('between 0 and 1');
    expect(() => tQuantile(0.5, 0)).toThrow('positive');
    expect(() => normalCdf(Number.NaN)).toThrow(RangeError);
  });
});

describe('proportions', () => {
  it.each([
    ['14/94 Wilson', wilson(14, 94), 0.0908404796, 0.2345988506],
    ['14/94 Clopper–Pearson', clopperPearson(14, 94), 0.0838856802, 0.2372473994],
    ['14/94 Beta', betaInterval(14, 94), 0.0911525771, 0.234882211],
    ['82/94 Wilson', wilson(82, 94), 0.7900012734, 0.9254418612],
    ['82/94 Clopper–Pearson', clopperPearson(82, 94), 0.7876199981, 0.9322615326],
    ['82/94 Beta', betaInterval(82, 94), 0.7897450507, 0.9250775347],
    ['5/5 Wilson', wilson(5, 5), 0.5655175352, 1],
    ['5/5 Clopper–Pearson', clopperPearson(5, 5), 0.4781762499, 1],
    ['5/5 Beta', betaInterval(5, 5), 0.5407418736, 0.9957892555],
    ['0/12 Wilson', wilson(0, 12), 0, 0.2424940067],
    ['0/12 Clopper–Pearson', clopperPearson(0, 12), 0, 0.2646484694],
  ])('%s', (_name, { low, high }, least, most) => {
    near(low, least);
    near(high, most);
  });

  it('bounds what never failed', () => {
    near(clopperPearsonUpper(0, 300), 0.00993608194445772);
    expect(trialsForZeroFailures(0.01)).toBe(299);
    expect(clopperPearsonUpper(0, 298)).toBeGreaterThan(0.01);
    expect(clopperPearsonUpper(0, 299)).toBeLessThan(0.01);
  });

  it.each([
    [0.95, 28],
    [0.92, 56],
    [0.9, 124],
    [0.88, 354],
    [0.87, 819],
    [0.85, null],
    [0.8, null],
  ])('labels that are needed to show 85 %% at an observed %f', (rate, needed) =>
    expect(neededForGate(rate, 0.85)).toBe(needed),
  );

  it('knows below which size nothing can be shown', () => {
    const n = reachableForGate(0.85);
    expect(n).toBe(16);
    expect(neededForGate(1, 0.85)).toBe(n);
  });

  it('refuses what is no proportion', () => {
    expect(() => wilson(3, 2)).toThrow('3 of 2');
    expect(() => clopperPearson(0, 0)).toThrow(RangeError);
  });
});
