import type { BatchStatistics } from '../../schemas/index.ts';
import { clusteredProportion, CONFIDENCE, icc, wilson, type Clustered } from '../statistics/index.ts';
import { bare, coverageLabel, macroEstimate, microEstimate, ratioEstimate } from './estimates.ts';
import { hitRate, macroOf, meanOf, type CaseScore, type Scored } from './means.ts';

/** A planned case, with the number of its required points where that is known before it is judged. */
export interface SizedScore<V extends Scored = Scored> extends CaseScore<V> {
  readonly requiredTotal?: number | undefined;
}

/**
 * What a batch's numbers are worth: errors and intervals by storyline over the scored cases, how alike the cases of a
 * storyline are, and what the means would be with the others as 0 and as 1.
 */
export function statisticsOf(cases: readonly SizedScore[]): BatchStatistics {
  const scored = cases.flatMap((one) =>
    one.verdict?.score == null ? [] : [{ ...one, verdict: one.verdict, score: one.verdict.score }],
  );
  // A case without a storyline stands in no cluster; to make it one of its own would be a guess.
  const clustered = scored.every(({ storyline }) => storyline !== '');
  const items: Clustered[] = scored.map(({ storyline, score }) => ({ value: score, cluster: storyline }));
  const points = scored.map(({ storyline, verdict }) => ({
    numerator: verdict.required_met,
    denominator: verdict.required_total,
    cluster: storyline,
  }));
  const verdicts = scored.map(({ verdict }) => verdict);
  const bounds = hitBounds(cases);
  const alike = clustered && items.length > 0 ? icc(items) : null;
  return {
    confidence: CONFIDENCE,
    cluster: 'storyline',
    clusters: new Set(items.map(({ cluster }) => cluster)).size,
    variant: 'CR1',
    scored: scored.length,
    planned: cases.length,
    micro: clustered ? microEstimate(items) : bare(meanOf(items.map(({ value }) => value)), 'no_storyline'),
    macro: clustered ? macroEstimate(items) : bare(macroOf(cases), 'no_storyline'),
    hit_rate: {
      ...(clustered ? ratioEstimate(points) : bare(hitRate(verdicts), 'no_storyline')),
      ...(scored.length === cases.length ? {} : { bounds }),
    },
    pass_rate: passRate(items, clustered, cases.length),
    icc:
      alike === null
        ? null
        : { value: alike.icc, f: alike.f, p: alike.p, deff: alike.deff, effective: alike.effective },
  };
}

function passRate(
  items: readonly Clustered[],
  clustered: boolean,
  planned: number,
): BatchStatistics['pass_rate'] {
  const passes = items.map((item) => ({ ...item, value: Number(item.value === 1) }));
  const passed = passes.filter(({ value }) => value === 1).length;
  const of = passes.length;
  const head = { passed, of, bounds: planned === 0 ? null : bounded(passed, planned, of) };
  if (of === 0)
    return {
      ...head,
      value: null,
      wilson: { interval: null },
      clustered: { interval: null, untestable: 'no_cases' },
    };
  const clusters = new Set(items.map(({ cluster }) => cluster)).size;
  const found = clustered ? clusteredProportion(passes) : null;
  return {
    ...head,
    value: passed / of,
    wilson: { interval: wilson(passed, of), ...coverageLabel('pass_rate_wilson', clusters) },
    clustered:
      found === null
        ? { interval: null, untestable: 'no_storyline' }
        : found.interval === null
          ? { interval: null, untestable: 'one_cluster' }
          : { interval: found.interval, ...coverageLabel('pass_rate_clustered', clusters) },
  };
}

const bounded = (passed: number, planned: number, scored: number): { worst: number; best: number } => ({
  worst: passed / planned,
  best: (passed + planned - scored) / planned,
});

/** Hit rate with every required point of cases without a score as unmet and as met; null when one's number is unknown. */
function hitBounds(cases: readonly SizedScore[]): { worst: number; best: number } | null {
  let met = 0;
  let open = 0;
  let total = 0;
  for (const { verdict, requiredTotal } of cases) {
    const points = verdict?.required_total ?? requiredTotal;
    if (points === undefined) return null;
    total += points;
    if (verdict?.score == null) open += points;
    else met += verdict.required_met;
  }
  return total === 0 ? null : { worst: met / total, best: (met + open) / total };
}
