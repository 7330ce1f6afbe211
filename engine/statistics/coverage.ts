/** Intervals that the product prints. */
export type IntervalKind =
  | 'micro_t'
  | 'micro_bootstrap'
  | 'macro_t'
  | 'macro_bootstrap'
  | 'hit_rate_t'
  | 'paired_t'
  | 'pass_rate_wilson'
  | 'pass_rate_clustered';

type Row = readonly [clusters: number, share: number];

/**
 * How often each 95 % interval held the truth in 10 000 simulated batches (test/perf/statistics.mjs: unequal storylines,
 * ICC .3, seed 1), by the number of storylines. A test holds the table to a short simulation.
 */
export const COVERAGE: Readonly<Record<IntervalKind, readonly [Row, ...Row[]]>> = {
  micro_t: [
    [4, 0.9227],
    [6, 0.9319],
    [10, 0.9233],
    [20, 0.9394],
  ],
  micro_bootstrap: [
    [4, 0.7872],
    [6, 0.8549],
    [10, 0.8745],
    [20, 0.9076],
  ],
  macro_t: [
    [4, 0.9488],
    [6, 0.948],
    [10, 0.949],
    [20, 0.9514],
  ],
  macro_bootstrap: [
    [4, 0.7907],
    [6, 0.8581],
    [10, 0.8988],
    [20, 0.9254],
  ],
  hit_rate_t: [
    [4, 0.9222],
    [6, 0.9306],
    [10, 0.9235],
    [20, 0.938],
  ],
  paired_t: [
    [4, 0.9227],
    [6, 0.9319],
    [10, 0.9233],
    [20, 0.9394],
  ],
  pass_rate_wilson: [
    [4, 0.7854],
    [6, 0.8141],
    [10, 0.7777],
    [20, 0.7271],
  ],
  pass_rate_clustered: [
    [4, 0.9969],
    [6, 0.9758],
    [10, 0.9495],
    [20, 0.9537],
  ],
};

/** Below this share an interval is labelled wherever it is shown. */
export const TRUSTED_COVERAGE = 0.93;

/**
 * Simulated coverage of a 95 % interval with so many clusters: the lower one of the two simulated sizes around it; of
 * fewer clusters than any that were simulated, that of the fewest. Null when it is not below {@link TRUSTED_COVERAGE}.
 */
export function lowCoverage(kind: IntervalKind, clusters: number): number | null {
  const [first, ...more] = COVERAGE[kind];
  const rows = [first, ...more];
  const below = rows.findLast(([count]) => count <= clusters) ?? first;
  const above = rows.find(([count]) => count >= clusters) ?? below;
  const share = Math.min(below[1], above[1]);
  return share < TRUSTED_COVERAGE ? share : null;
}
