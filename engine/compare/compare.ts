import type { Comparison } from '../../schemas/index.ts';
import { bare, estimateOf, macroEstimate, meanOf } from '../score/index.ts';
import {
  casesNeeded,
  clusteredPaired,
  detectableAt,
  mcNemar,
  type Clustered,
  type ClusteredPaired,
} from '../statistics/index.ts';
import { differencesOf, refuseMixed, refuseVersions, sameEvalset } from './differs.ts';
import type { Side, SideCase } from './side.ts';

/** The level of every test. */
const ALPHA = 0.05;
/** The difference for which the number of cases is told: three points. */
const DIFFERENCE = 0.03;

interface Pair {
  readonly id: string;
  readonly storyline: string;
  readonly a: SideCase;
  readonly b: SideCase;
}

/**
 * Compares two batches case by case; every difference is B − A. Cases count in pairs that have a score on both sides,
 * the others are listed, and the difference is bounded with their scores as 0 and as 1.
 *
 * @throws UsageError for different evalset versions unless `acrossVersions`, and for a single case against a batch
 */
export function compare(a: Side, b: Side, { acrossVersions = false } = {}): Comparison {
  refuseMixed([a, b]);
  if (!acrossVersions)
    refuseVersions(
      [a, b],
      'a difference may then come from the cases, not from the agent. Compare batches of one version, or give --across-versions to compare the cases that both have',
    );
  const inB = new Map(b.cases.map((one) => [one.id, one]));
  const inA = new Set(a.cases.map(({ id }) => id));
  const common: Pair[] = a.cases.flatMap((one) => {
    const other = inB.get(one.id);
    if (other === undefined) return [];
    const storyline = one.storyline === '' ? other.storyline : one.storyline;
    return [{ id: one.id, storyline, a: one, b: other }];
  });
  const pairs = common.flatMap((pair) => {
    const [before, after] = [scoreOf(pair.a), scoreOf(pair.b)];
    return before === null || after === null ? [] : [{ ...pair, before, after }];
  });
  const items = pairs.map(({ storyline, before, after }) => ({ value: after - before, cluster: storyline }));
  const clustered = items.every(({ cluster }) => cluster !== '');
  const found = clustered && items.length > 0 ? clusteredPaired(items) : null;
  const why = items.length === 0 ? 'no_cases' : 'no_storyline';
  const gained = pairs.filter(({ before, after }) => before < 1 && after === 1).length;
  const lost = pairs.filter(({ before, after }) => before === 1 && after < 1).length;
  const ids = (some: readonly { id: string }[]): string[] => some.map(({ id }) => id);
  return {
    a: a.about,
    b: b.about,
    same_evalset: sameEvalset([a, b]),
    differs: differencesOf([a, b]),
    common: common.length,
    pairs: pairs.length,
    only: {
      a: ids(a.cases.filter(({ id }) => !inB.has(id))),
      b: ids(b.cases.filter(({ id }) => !inA.has(id))),
    },
    unscored: {
      a: ids(common.filter((pair) => scoreOf(pair.a) === null)),
      b: ids(common.filter((pair) => scoreOf(pair.b) === null)),
    },
    text_differs: ids(
      common.filter(({ a: x, b: y }) => x.card !== undefined && y.card !== undefined && x.card !== y.card),
    ),
    clusters: new Set(items.map(({ cluster }) => cluster)).size,
    mean: { a: meanOf(pairs.map(({ before }) => before)), b: meanOf(pairs.map(({ after }) => after)) },
    micro:
      found === null
        ? { ...bare(meanOf(items.map(({ value }) => value)), why), t: null, p: null }
        : { ...estimateOf(found, 'paired_t'), t: found.t, p: found.p },
    macro: macroOf(items, clustered, why),
    bounds: boundsOf(common),
    sign_flip: signFlipOf(found, why),
    mcnemar: { gained, lost, p: pairs.length === 0 ? null : mcNemar(gained, lost) },
    power: powerOf(found),
    changed: common
      .filter(({ a: x, b: y }) => x.verdict?.status !== y.verdict?.status || scoreOf(x) !== scoreOf(y))
      .map(({ id, storyline, a: x, b: y }) => ({ case_id: id, storyline, a: outcomeOf(x), b: outcomeOf(y) })),
  };
}

const scoreOf = ({ verdict }: SideCase): number | null => verdict?.score ?? null;

const outcomeOf = ({ verdict }: SideCase): Comparison['changed'][number]['a'] =>
  verdict === undefined ? null : { status: verdict.status, score: verdict.score };

/** Mean of the storylines' mean differences; bootstraps of differences are left out, the sign flip is exact. */
function macroOf(
  items: readonly Clustered[],
  clustered: boolean,
  why: 'no_cases' | 'no_storyline',
): Comparison['macro'] {
  if (!clustered) return bare(null, why);
  const { bootstrap: _left, ...rest } = macroEstimate(items);
  return rest;
}

/** The difference with missing scores as bad as they can be for B, and as good. */
function boundsOf(common: readonly Pair[]): Comparison['bounds'] {
  const difference = (missingA: number, missingB: number): number | null =>
    meanOf(common.map(({ a, b }) => (scoreOf(b) ?? missingB) - (scoreOf(a) ?? missingA)));
  const [worst, best] = [difference(1, 0), difference(0, 1)];
  return worst === null || best === null ? null : { worst, best };
}

function signFlipOf(
  found: ClusteredPaired | null,
  why: 'no_cases' | 'no_storyline',
): Comparison['sign_flip'] {
  if (found === null) return { p: null, smallest: 1, untestable: why };
  const { p, smallest } = found.signFlip;
  return { p, smallest, ...(smallest > ALPHA ? { untestable: 'too_few_clusters' as const } : {}) };
}

function powerOf(found: ClusteredPaired | null): Comparison['power'] {
  if (found === null || found.se === null || found.df === null || found.se < 1e-12) return null;
  // What one case would vary by, were it independent of the others: storylines are in the error already.
  const between = found.se ** 2 * found.n;
  const cases = Math.ceil(casesNeeded(DIFFERENCE, { between, alpha: ALPHA }));
  return {
    detectable: detectableAt(found.se, found.df, ALPHA),
    difference: DIFFERENCE,
    cases,
    storylines: Math.ceil((cases * found.clusters) / found.n),
  };
}
