import type { Clustered } from './clusters.ts';

const CLUSTERS = ['A', 'A', 'A', 'B', 'B', 'C', 'C', 'C', 'C', 'D', 'D', 'D'];

const clustered = (scores: readonly number[]): Clustered[] =>
  scores.map((value, i) => ({ value, cluster: CLUSTERS[i] ?? '' }));

/** Twelve scores in four storylines, and those of a second agent: the check values are computed from them. */
export const F1 = clustered([1, 0.8, 0.6, 0, 0.2, 0.5, 0.5, 1, 0.75, 0, 0, 0.4]);
export const F1B = clustered([0.8, 0.8, 0.4, 0, 0, 0.5, 0.25, 0.75, 0.75, 0, 0.2, 0.2]);
