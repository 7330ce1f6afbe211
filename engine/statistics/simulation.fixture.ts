import { clusterBootstrap, type Part } from './bootstrap.ts';
import { clusteredMean, clusteredRatio, tInterval } from './clustered-mean.ts';
import { clusteredProportion } from './clustered-proportion.ts';
import type { IntervalKind } from './coverage.ts';
import { mean, standardError, sum, type Interval } from './numbers.ts';
import { clusteredPaired } from './paired.ts';
import { wilson } from './proportions.ts';
import { seeded } from './random.ts';

export interface Simulated {
  readonly draws: number;
  /** Share of draws in which the exact sign flip calls a true null significant at .05. */
  readonly signFlip: number;
  /** As the sign flip, by the t test with the cluster-robust error. */
  readonly tTest: number;
  /** Share of draws in which the 95 % interval holds the true value. */
  readonly coverage: Readonly<Record<IntervalKind, number>>;
}

/** Cases of each storyline: unequal, as evalsets have them. */
const SIZES = [2, 3, 4, 8, 3, 5, 12, 4, 2, 9] as const;
const ICC = 0.3;
const TRUE = 0.5;
const SPREAD = 0.25;

export const sizesOf = (clusters: number): number[] =>
  Array.from({ length: clusters }, (_, i) => SIZES[i % SIZES.length] ?? 1);

/**
 * Clustered samples with a known truth, and what the product's intervals and tests make of them. Scores are normal
 * around .5 with an ICC of .3; passes come from a beta-binomial of the same mean and ICC; points a case 3 to 7.
 */
export function simulate(clusters: number, draws: number, seed: number): Simulated {
  const random = seeded(seed);
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const sizes = sizesOf(clusters);
  const hits = new Map<IntervalKind, number>();
  let flipped = 0;
  let tested = 0;
  const covers = (kind: IntervalKind, interval: Interval | null | undefined, truth = TRUE): void => {
    const held = interval != null && interval.low <= truth && truth <= interval.high;
    hits.set(kind, (hits.get(kind) ?? 0) + Number(held));
  };
  for (let draw = 0; draw < draws; draw++) {
    const effects = sizes.map(normal);
    const items = sizes.flatMap((size, c) =>
      Array.from({ length: size }, () => ({
        cluster: `${c}`,
        value: TRUE + SPREAD * (Math.sqrt(ICC) * (effects[c] ?? 0) + Math.sqrt(1 - ICC) * normal()),
        points: 3 + Math.floor(5 * random()),
      })),
    );
    const groups = sizes.map((_, c) =>
      items.filter(({ cluster }) => cluster === `${c}`).map(({ value }) => value),
    );
    const micro: Part[] = groups.map((group) => ({ numerator: sum(group), denominator: group.length }));
    const macro: Part[] = groups.map((group) => ({ numerator: mean(group), denominator: 1 }));
    const means = macro.map(({ numerator }) => numerator);
    covers('micro_t', clusteredMean(items).interval);
    covers('macro_t', tInterval(mean(means), standardError(means) ?? 0, clusters - 1));
    const bootstrap = { seed: draw + 1 };
    covers('micro_bootstrap', clusterBootstrap(micro, bootstrap)?.interval);
    covers('macro_bootstrap', clusterBootstrap(macro, bootstrap)?.interval);
    const ratio = items.map(({ value, points, cluster }) => ({
      numerator: value * points,
      denominator: points,
      cluster,
    }));
    covers('hit_rate_t', clusteredRatio(ratio)?.interval);
    const paired = clusteredPaired(items.map(({ value, cluster }) => ({ value: value - TRUE, cluster })));
    covers('paired_t', paired.interval, 0);
    flipped += Number((paired.signFlip.p ?? 1) <= 0.05);
    tested += Number((paired.p ?? 1) <= 0.05);
    const chances = sizes.map(() => betaOf(TRUE / ICC - TRUE, normal, random));
    const passes = sizes.flatMap((size, c) =>
      Array.from({ length: size }, () => ({ value: Number(random() < (chances[c] ?? 0)), cluster: `${c}` })),
    );
    covers('pass_rate_wilson', wilson(sum(passes.map(({ value }) => value)), passes.length));
    covers('pass_rate_clustered', clusteredProportion(passes).interval);
  }
  const share = (kind: IntervalKind): number => (hits.get(kind) ?? 0) / draws;
  return {
    draws,
    signFlip: flipped / draws,
    tTest: tested / draws,
    coverage: {
      micro_t: share('micro_t'),
      micro_bootstrap: share('micro_bootstrap'),
      macro_t: share('macro_t'),
      macro_bootstrap: share('macro_bootstrap'),
      hit_rate_t: share('hit_rate_t'),
      paired_t: share('paired_t'),
      pass_rate_wilson: share('pass_rate_wilson'),
      pass_rate_clustered: share('pass_rate_clustered'),
    },
  };
}

/** A draw of Beta(a, a), from two gammas (Marsaglia & Tsang). */
function betaOf(a: number, normal: () => number, random: () => number): number {
  const gamma = (): number => {
    const d = a + 2 / 3;
    const c = 1 / Math.sqrt(9 * d);
    for (;;) {
      const x = normal();
      const v = (1 + c * x) ** 3;
      // Of a + 1, brought down to a.
      if (v > 0 && Math.log(1 - random()) < (x * x) / 2 + d - d * v + d * Math.log(v))
        return d * v * (1 - random()) ** (1 / a);
    }
  };
  const [one, other] = [gamma(), gamma()];
  return one / (one + other);
}
