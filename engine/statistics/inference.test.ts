import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clusterBootstrap, type Part } from './bootstrap.ts';
import { clusteredMean } from './clustered-mean.ts';
import { correctedRate } from './corrected.ts';
import { icc } from './icc.ts';
import { benjaminiHochberg, holm } from './multiplicity.ts';
import { mean, standardError, sum, variance } from './numbers.ts';
import { clusteredPaired, mcNemar, pairedT } from './paired.ts';
import { casesNeeded, detectable, detectableAt } from './power.ts';
import { ppiMean } from './ppi.ts';
import { isFlaky, passAt, passHat } from './repeated.ts';
import { F1, F1B } from './scores.fixture.ts';
import { signFlip } from './sign-flip.ts';

const near = (actual: number | null | undefined, value: number, within = 1e-9): void =>
  expect(Math.abs((actual ?? Number.NaN) - value)).toBeLessThan(within);

const clusters = [...new Set(F1.map(({ cluster }) => cluster))];
const scoresOf = (cluster: string): number[] =>
  F1.filter((item) => item.cluster === cluster).map(({ value }) => value);
const micro: Part[] = clusters.map((c) => ({ numerator: sum(scoresOf(c)), denominator: scoresOf(c).length }));
const macro: Part[] = clusters.map((c) => ({ numerator: mean(scoresOf(c)), denominator: 1 }));

describe('cluster bootstrap', () => {
  it('looks at every resample of four clusters', () => {
    const found = clusterBootstrap(micro)!;
    expect(found.method).toBe('exact');
    near(found.mean, 0.46771142811181865);
    near(found.sd, 0.15494300463768107);
    near(found.interval?.low, 0.12);
    near(found.interval?.high, 0.7357142857142858);
    near(clusterBootstrap(macro)!.sd, 0.15813704252562077);
  });

  it('weighs resamples as a list of all of them would', () => {
    const parts = micro.slice(0, 3);
    const all: number[] = [];
    for (const a of parts)
      for (const b of parts)
        for (const c of parts)
          all.push(sum([a, b, c].map((x) => x.numerator)) / sum([a, b, c].map((x) => x.denominator)));
    const found = clusterBootstrap(parts)!;
    near(found.mean, mean(all));
    near(found.sd, Math.sqrt(variance(all, 0)!));
    all.sort((x, y) => x - y);
    const at = (share: number): number => {
      const place = share * (all.length - 1);
      const [low, high] = [all[Math.floor(place)]!, all[Math.ceil(place)]!];
      return low + (high - low) * (place % 1);
    };
    near(found.interval?.low, at(0.025));
    near(found.interval?.high, at(0.975));
  });

  it('above six clusters draws with a seed, and is within Monte Carlo error of the cluster error', () => {
    const parts = Array.from({ length: 12 }, (_, i) => ({ numerator: (i * 7) % 5, denominator: 4 }));
    const found = clusterBootstrap(parts, { draws: 20_000 })!;
    expect(found.method).toBe('BCa');
    const sd = Math.sqrt(
      variance(
        parts.map((part) => part.numerator / 4),
        0,
      )! / 12,
    );
    expect(Math.abs(found.sd / sd - 1)).toBeLessThan(3 / Math.sqrt(2 * 20_000));
    expect(clusterBootstrap(parts)).toEqual(clusterBootstrap(parts));
    // Bias and acceleration move both ends: scipy's BCa gives this, its plain percentiles .567 and .925.
    const skewed = [1, 1, 1, 1, 0.9, 0.9, 0.8, 0.8, 0.6, 0.2, 0, 1].map((numerator) => ({
      numerator,
      denominator: 1,
    }));
    const bca = clusterBootstrap(skewed, { draws: 20_000 })!;
    near(bca.interval?.low, 0.5083333333333333, 0.01);
    near(bca.interval?.high, 0.9, 0.01);
  });

  it('has nothing to say of one cluster, nor of equal ones', () => {
    expect(clusterBootstrap(micro.slice(0, 1))).toBeNull();
    expect(
      clusterBootstrap([
        { numerator: 1, denominator: 1 },
        { numerator: 2, denominator: 2 },
      ])!.interval,
    ).toBeNull();
  });
});

describe('clusters and repeats', () => {
  it('macro: mean of means and its error', () => {
    const means = macro.map(({ numerator }) => numerator);
    near(mean(means), 0.4302083333333333);
    near(standardError(means), 0.18260092814203693);
  });

  it('ICC(1) of unequal sizes, F, Kish, effective size', () => {
    const found = icc(F1)!;
    near(found.n0, 2.9444444444444446);
    near(found.msb, 0.37625);
    near(found.msw, 0.04731770833333334);
    near(found.icc, 0.7024615413135429);
    near(found.f, 7.951568519537707);
    near(found.p, 0.008748303278399426);
    near(found.deff, 2.4049230826270858);
    near(found.effective, 4.989764573630962);
    near((clusteredMean(F1).se! / standardError(F1.map(({ value }) => value))!) ** 2, 2.6534413473598);
  });

  it('ICC(1) of Shrout and Fleiss’ ratings', () => {
    const ratings = [
      [9, 2, 5, 8],
      [6, 1, 3, 2],
      [8, 4, 6, 8],
      [7, 1, 2, 6],
      [10, 5, 6, 9],
      [6, 2, 4, 7],
    ];
    near(
      icc(ratings.flatMap((row, i) => row.map((value) => ({ value, cluster: `${i}` }))))!.icc,
      0.16574176840547544,
    );
  });

  it('ICC is not defined of one cluster, of single items, of no variation; a negative one costs nothing', () => {
    expect(
      icc([
        { value: 1, cluster: 'a' },
        { value: 0, cluster: 'a' },
      ]),
    ).toBeNull();
    expect(
      icc([
        { value: 1, cluster: 'a' },
        { value: 0, cluster: 'b' },
      ]),
    ).toBeNull();
    expect(icc(['a', 'a', 'b'].map((cluster) => ({ value: 1, cluster })))).toBeNull();
    const apart = icc([1, 0, 1, 0].map((value, i) => ({ value, cluster: i < 2 ? 'a' : 'b' })))!;
    expect(apart.icc).toBe(-1);
    expect(apart).toMatchObject({ deff: 1, effective: 4 });
    expect(icc([1, 1, 0, 0].map((value, i) => ({ value, cluster: i < 2 ? 'a' : 'b' })))).toMatchObject({
      icc: 1,
      f: null,
      p: null,
    });
  });

  const F2 = [5, 4, 3, 0, 5, 2, 1, 5, 3, 4, 0, 5];
  const runs = F2.flatMap((c, i) => [0, 1, 2, 3, 4].map((j) => ({ value: Number(j < c), cluster: `${i}` })));

  it('repeated runs: cases are the clusters', () => {
    const found = clusteredMean(runs);
    near(found.mean, 0.6166666666666667);
    near(found.se, 0.11135075167680683);
    const { msb, msw, icc: alike } = icc(runs)!;
    near((msb - msw) / 5, 0.12378787878787881);
    near(msw, 0.125);
    near(alike, 0.49756394640682094);
    near(standardError(runs.map(({ value }) => value)), 0.06329764084940143);
  });

  it('pass^k and pass@k', () => {
    const three = { runs: 5, passed: 3 };
    for (const [i, value] of [0.6, 0.3, 0.1].entries()) near(passHat(three, i + 1), value);
    for (const [i, value] of [0.6, 0.9, 1].entries()) near(passAt(three, i + 1), value);
    near(passHat({ runs: 8, passed: 6 }, 4), 0.21428571428571427);
    const at = (k: number): number[] => F2.map((passed) => passHat({ runs: 5, passed }, k)!);
    for (const [i, value] of [
      0.6166666666666667, 0.4916666666666667, 0.4166666666666667, 0.36666666666666664, 0.3333333333333333,
    ].entries())
      near(mean(at(i + 1)), value);
    near(standardError(at(2)), 0.12337325316274834);
    near(standardError(at(3)), 0.13075151852257622);
    near(standardError(at(5)), 0.1421338109037403);
    expect(passHat({ runs: 2, passed: 2 }, 3)).toBeNull();
    expect(passAt({ runs: 2, passed: 2 }, 3)).toBeNull();
    expect(() => passHat({ runs: 2, passed: 3 }, 1)).toThrow('3 of 2 runs');
    expect(F2.filter((passed) => isFlaky({ runs: 5, passed })).length).toBe(6);
  });
});

describe('paired comparisons', () => {
  const a = [1, 1, 0, 1, 0, 1, 1, 0, 1, 1];
  const b = [1, 0, 0, 1, 0, 0, 1, 0, 0, 1];

  it('t test, and McNemar', () => {
    const found = pairedT(a.map((x, i) => x - b[i]!));
    near(found.mean, 0.3);
    near(found.se, 0.15275252316519464);
    near(found.t, 1.9639610121239315);
    near(found.p, 0.0811261888458405);
    near(mcNemar(3, 0), 0.25);
    near(mcNemar(12, 3), 0.03515625);
    expect(mcNemar(0, 0)).toBe(1);
    expect(mcNemar(4, 4)).toBe(1);
    expect(mcNemar(0, 2)).toBe(0.5);
    near(mcNemar(480, 530), mcNemar(530, 480));
    near(mcNemar(480, 530), 0.1232, 5e-3);
    near(mcNemar(470, 530), mcNemar(470, 531), 5e-3);
  });

  const differences = F1.map((item, i) => ({ ...item, value: item.value - F1B[i]!.value }));

  it('in clusters: t with C − 1, and the exact sign flip of cluster sums', () => {
    const found = clusteredPaired(differences);
    near(found.mean, 0.09166666666666666);
    near(found.se, 0.0318133380418694);
    near(found.t, 2.8813910236651226);
    near(found.p, 0.06345693125092647);
    near(found.interval?.low, -0.0095775734);
    near(found.interval?.high, 0.1929109068);
    expect(found).toMatchObject({ df: 3, clusters: 4, n: 12 });
    // Four sums of one sign each: nothing that they could say would be below .125.
    expect(found.signFlip).toEqual({ p: 0.25, smallest: 0.125 });
    expect(signFlip(differences.map(({ value }) => value)).p).toBe(0.09375);
  });

  it('the sign flip counts what a list of all patterns counts', () => {
    const slow = (sums: readonly number[]): number => {
      const seen = Math.abs(sum(sums)) - 1e-9;
      let far = 0;
      for (let bits = 0; bits < 2 ** sums.length; bits++)
        if (Math.abs(sum(sums.map((value, i) => ((bits >> i) & 1 ? -value : value)))) >= seen) far += 1;
      return far / 2 ** sums.length;
    };
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -6, max: 6 }), { minLength: 1, maxLength: 9 }), (whole) => {
        const sums = whole.map((n) => n / 10);
        near(signFlip(sums).p, slow(sums));
      }),
      { numRuns: 200 },
    );
    expect(signFlip([0, 0])).toEqual({ p: 1, smallest: 0.5 });
    expect(signFlip(Array.from({ length: 24 }, () => 1)).p).toBe(2 / 2 ** 24);
    expect(signFlip(Array.from({ length: 41 }, () => 1)).p).toBeNull();
    expect(() => signFlip([Number.NaN])).toThrow('not a finite number');
  });

  it('one pair has a difference and no test; equal differences have no interval', () => {
    expect(pairedT([0.5])).toEqual({ mean: 0.5, se: null, df: null, t: null, p: null, interval: null });
    expect(pairedT([0.5, 0.5, 0.5])).toMatchObject({ t: null, p: null, interval: null });
    expect(clusteredPaired([{ value: 1, cluster: 'a' }])).toMatchObject({ p: null, interval: null });
  });

  it('power', () => {
    near(casesNeeded(0.03, { between: 1 / 9 }), 968.9974980678886);
    const design = (runs: number) => ({
      between: 1 / 9,
      within: { a: 1 / 6, runsA: runs, b: 1 / 6, runsB: runs },
    });
    near(casesNeeded(0.03, design(1)), 3875.98999227155);
    near(casesNeeded(0.03, design(10)), 1259.69674748826);
    near(detectable(198, design(1)), 0.1327, 5e-5);
    near(casesNeeded(detectable(198, design(1)), design(1)), 198);
    near(detectableAt(0.1, 1e7), detectable(1, { between: 0.01 }), 1e-6);
    expect(detectableAt(0.1, 3)).toBeGreaterThan(0.4);
    expect(() => casesNeeded(0, { between: 1 })).toThrow(RangeError);
  });
});

describe('a judge that errs', () => {
  const judged = { rate: 0.4, n: 94, specificity: 0.9, unmet: 60, sensitivity: 0.85, met: 40 };

  it('Rogan–Gladen with the interval of Lee et al.', () => {
    const found = correctedRate(judged)!;
    near(found.rate, 0.4);
    near(found.interval.low, 0.24417272806283993);
    near(found.interval.high, 0.5694729331070397);
    near(found.se, 0.08003545313712697);
  });

  it('refuses a judge that knows nothing, and a calibration without labels', () => {
    expect(correctedRate({ ...judged, specificity: 0.5, sensitivity: 0.5 })).toBeNull();
    expect(() => correctedRate({ ...judged, met: 0 })).toThrow('labelled');
    expect(() => correctedRate({ ...judged, rate: 1.2 })).toThrow('between 0 and 1');
    const perfect = correctedRate({ ...judged, specificity: 1, sensitivity: 1, unmet: 3, met: 3 })!;
    expect(perfect.interval.high - perfect.interval.low).toBeGreaterThan(0.2);
  });

  it('PPI, plain and tuned', () => {
    const person = [1, 0, 1, 1, 0, 1, 0, 0, 1, 1];
    const judge = [1, 0, 1, 0, 0, 1, 1, 0, 1, 1];
    const labelled = person.map((y, i) => ({ person: y, judge: judge[i]! }));
    const others = Array.from({ length: 40 }, (_, i) => Number(i < 18));
    const plain = ppiMean(labelled, others, { lambda: 1 })!;
    near(plain.mean, 0.45);
    near(plain.interval?.low, 0.1328278025);
    near(plain.interval?.high, 0.7671721975);
    const found = ppiMean(labelled, others)!;
    near(found.lambda, 0.4397435897435901);
    near(found.mean, 0.53403846, 1e-8);
    near(found.interval?.low, 0.27457691, 1e-8);
    near(found.interval?.high, 0.79350002, 1e-8);
    expect(found.se).toBeLessThan(plain.se);
    expect(ppiMean(labelled.slice(0, 1), others)).toBeNull();
  });

  it('Holm and Benjamini–Hochberg', () => {
    const ps = [0.01, 0.04, 0.03, 0.005];
    for (const [i, value] of [0.03, 0.06, 0.06, 0.02].entries()) near(holm(ps)[i], value);
    for (const [i, value] of [0.02, 0.04, 0.04, 0.02].entries()) near(benjaminiHochberg(ps)[i], value);
    expect(holm([])).toEqual([]);
    expect(() => holm([Number.NaN])).toThrow(RangeError);
  });
});
