import type { DiffersIn, Untestable } from '../../../schemas/index.ts';

/** The columns of the table of cases. */
export type CaseColumn = 'case' | 'storyline' | 'group' | 'status' | 'score' | 'met' | 'deductions' | 'cause';

/** The words around numbers, in one language. Numbers come in as text. */
export interface NumberWords {
  readonly columns: Readonly<Record<CaseColumn, string>>;

  // Lines of a batch; labels stand in a column.
  readonly micro: string;
  readonly macro: string;
  readonly hitRate: string;
  readonly passed: string;
  readonly alike: string;
  readonly vetoes: string;
  readonly second: string;
  readonly flagged: string;
  counting(scored: number, planned: number): string;
  bounds(worst: string, best: string): string;
  overStorylines(n: number): string;
  ofScored(n: number): string;
  agrees(agree: number, cases: number): string;
  outOf(hits: number, n: number): string;

  // Intervals
  /** `cut`: the range that the ends were held in for display; null when they lie in it. */
  interval(percent: number, low: string, high: string, cut: string | null): string;
  byStorylines(clusters: number, se: string): string;
  exactBootstrap(interval: string): string;
  bcaBootstrap(interval: string): string;
  /** Of a rate, on the number of independent cases that the sample is worth. */
  effective(interval: string): string;
  wilson(interval: string): string;
  covers(percent: string): string;
  readonly untestable: Readonly<Record<Untestable, string>>;
  icc(icc: string, cases: number, storylines: number, effective: string, deff: string): string;
  readonly noIcc: string;
  /** What the intervals of one batch cannot know. */
  readonly oneRun: string;
  readonly mixedScript: string;

  // The budget of the batch
  readonly budget: string;
  /** Unit of what a budget counts; money has its currency. */
  readonly units: Readonly<Record<'minutes' | 'messages' | 'tokens', string>>;
  /** `limit` null: none. */
  used(amount: string | null, limit: string | null, unit: string): string;
  /** Turns of which something is assumed to be the most, because the agent reported nothing. */
  assumedTurns(assumed: number, turns: number): string;
  /** `first`: one that did not fit by itself; `why`: a sentence about it, in English; `unit`: of its limit. */
  notBegun(cases: readonly string[], first: string, why: string, unit: string): string;

  // Repeated runs
  repeated(runs: number, evalset: string, agent: string): string;
  attempts(scored: number, of: number): string;
  readonly meanOfRuns: string;
  /** That all k runs pass; that at least one does. */
  passHat(k: number): string;
  passAt(k: number): string;
  /** `n` cases have k scored runs. */
  overCases(n: number, of: number): string;
  readonly tooFewRuns: string;
  readonly flaky: string;
  readonly steady: string;
  readonly runsColumn: string;
  readonly scoresColumn: string;

  // Comparison
  comparing(a: string, b: string): string;
  readonly sameVersion: string;
  readonly otherVersions: string;
  readonly differs: Readonly<Record<DiffersIn, string>>;
  readonly unknown: string;
  /** Cases that count on both sides. */
  pairs(n: number, common: number): string;
  unscored(side: string, ids: string): string;
  onlyIn(side: string, ids: string): string;
  textDiffers(ids: string): string;
  readonly difference: string;
  differenceOf(what: string): string;
  readonly signFlip: string;
  tTest(p: string): string;
  readonly mcNemar: string;
  readonly power: string;
  p(value: string): string;
  notTestable(clusters: number, smallest: string): string;
  readonly tooManyPatterns: string;
  mcNemarCounts(gained: number, lost: number): string;
  readonly ignoresStorylines: string;
  detectable(points: string): string;
  readonly undetectable: string;
  casesFor(points: string, cases: string, storylines: string): string;
  readonly noPower: string;
  readonly changedCases: string;
  readonly noChange: string;
}
