import { clusteredProportion } from '../clustered-proportion.ts';
import { CONFIDENCE, type Interval } from '../numbers.ts';
import { wilson } from '../proportions.ts';
import { ac1Of } from './ac1.ts';
import { alphaOfTable } from './alpha.ts';
import { jackknife, type Group } from './jackknife.ts';
import { kappa, kappaOf } from './kappa.ts';
import { categoriesOf, tableOf, type Pair, type Table } from './table.ts';

export interface Coefficient {
  /** Null when it is not defined: one category only, so that chance alone would agree as often. */
  readonly value: number | null;
  readonly se: number | null;
  /** Null too when no two words differ: an interval without width would claim certainty. */
  readonly interval: Interval | null;
}

export interface Agreement {
  readonly n: number;
  /** Items on which both said the same. */
  readonly agree: number;
  readonly categories: readonly string[];
  readonly table: Table;
  /** Clusters that the errors rest on; null: clusters are ignored, and the intervals are too narrow if there are any. */
  readonly clusters: number | null;
  readonly raw: { readonly value: number; readonly interval: Interval | null };
  readonly kappa: Coefficient;
  readonly ac1: Coefficient;
  readonly alpha: Coefficient;
}

/**
 * How far two raters agree: the plain share, Cohen's κ, Gwet's AC1 and Krippendorff's α (nominal), each with its
 * interval. None alone is enough: κ falls when one word is rare, the plain share rises.
 *
 * Independent items: Wilson for the share, κ's large-sample error, a jackknife over items for AC1 and α. When every
 * pair has a cluster: Clopper–Pearson on the effective sample for the share, a jackknife over clusters for the rest.
 *
 * @param options.categories words that could have been said; those that were said are added
 * @throws RangeError when only some pairs have a cluster
 * @returns null of no pairs
 */
export function agreement(
  pairs: readonly Pair[],
  options: { readonly categories?: readonly string[]; readonly confidence?: number } = {},
): Agreement | null {
  if (pairs.length === 0) return null;
  const { confidence = CONFIDENCE } = options;
  const categories = categoriesOf(pairs, options.categories);
  const table = tableOf(pairs, categories);
  const clusters = clustersOf(pairs);
  const agree = pairs.filter(({ first, second }) => first === second).length;
  const groups: Group[] =
    clusters === null
      ? singles(table)
      : [...clusters.values()].map((group) => ({ table: tableOf(group, categories), times: 1 }));
  const byLeavingOut = (statistic: (table: Table) => number | null): Coefficient => {
    const error = jackknife(table, groups, statistic, confidence);
    return { value: statistic(table), se: error?.se ?? null, interval: error?.interval ?? null };
  };
  const large = clusters === null ? kappa(table, confidence) : null;
  return {
    n: pairs.length,
    agree,
    categories,
    table,
    clusters: clusters?.size ?? null,
    raw: {
      value: agree / pairs.length,
      interval:
        clusters === null
          ? wilson(agree, pairs.length, confidence)
          : clusteredProportion(
              pairs.map(({ first, second, cluster = '' }) => ({ value: Number(first === second), cluster })),
              confidence,
            ).interval,
    },
    kappa: large ?? (clusters === null ? { value: null, se: null, interval: null } : byLeavingOut(kappaOf)),
    ac1: byLeavingOut(ac1Of),
    alpha: byLeavingOut(alphaOfTable),
  };
}

/** Pairs by cluster; null when none has one. */
function clustersOf(pairs: readonly Pair[]): ReadonlyMap<string, readonly Pair[]> | null {
  const without = pairs.filter(({ cluster }) => cluster === undefined).length;
  if (without === pairs.length) return null;
  if (without > 0) throw new RangeError(`${without} of ${pairs.length} pairs have no cluster`);
  const groups = new Map<string, Pair[]>();
  for (const pair of pairs) {
    const group = groups.get(pair.cluster ?? '') ?? [];
    group.push(pair);
    groups.set(pair.cluster ?? '', group);
  }
  return groups;
}

/** Every item alone: equal ones are one group that occurs several times. */
function singles(table: Table): Group[] {
  return table.flatMap((row, i) =>
    row.flatMap((times, j) =>
      times === 0
        ? []
        : [{ table: table.map((other, k) => other.map((_, l) => Number(k === i && l === j))), times }],
    ),
  );
}
