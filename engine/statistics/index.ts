/** Statistics on plain numbers: nothing of cases or batches. Errors and intervals say what they rest on. */
export { agreement, type Agreement, type Coefficient } from './agreement/agreement.ts';
export { ac1Of } from './agreement/ac1.ts';
export { alphaOf, type Level } from './agreement/alpha.ts';
export { fleissKappa } from './agreement/fleiss.ts';
export { kappa, kappaOf, type Kappa, type Weights } from './agreement/kappa.ts';
export type { Pair, Table } from './agreement/table.ts';
export { clusterBootstrap, EXACT_CLUSTERS, type Part, type Resampled } from './bootstrap.ts';
export {
  clusteredMean,
  clusteredRatio,
  tInterval,
  type ClusteredMean,
  type ClusterVariant,
} from './clustered-mean.ts';
export { clusteredProportion, type ClusteredProportion } from './clustered-proportion.ts';
export type { Clustered } from './clusters.ts';
export { COVERAGE, lowCoverage, TRUSTED_COVERAGE, type IntervalKind } from './coverage.ts';
export { correctedRate, type CorrectedRate, type JudgedRate } from './corrected.ts';
export { normalCdf, normalQuantile, tQuantile, tTwoSided } from './distributions.ts';
export { neededForGate, reachableForGate } from './gate.ts';
export { icc, type Icc } from './icc.ts';
export { benjaminiHochberg, holm } from './multiplicity.ts';
export { clip, CONFIDENCE, standardError, variance, type Interval } from './numbers.ts';
export { clusteredPaired, mcNemar, pairedT, type ClusteredPaired, type TTest } from './paired.ts';
export { casesNeeded, detectable, detectableAt, type Design } from './power.ts';
export { ppiMean, type PpiMean } from './ppi.ts';
export {
  betaInterval,
  clopperPearson,
  clopperPearsonLower,
  clopperPearsonUpper,
  trialsForZeroFailures,
  wilson,
  wilsonLower,
} from './proportions.ts';
export { seeded } from './random.ts';
export { isFlaky, passAt, passHat, type Attempts } from './repeated.ts';
export { signFlip, type SignFlip } from './sign-flip.ts';
