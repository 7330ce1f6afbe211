import {
  clopperPearsonLower,
  CONFIDENCE,
  neededForGate,
  tQuantile,
  type ClusteredProportion,
} from '../statistics/index.ts';

/** The requirements' goal for the agreement of a judge with people. */
export const GOAL = 0.85;

/**
 * `passes`: the one-sided 95 % lower bound reaches the goal. `fails`: the rate itself does not lie above it. `open`: the
 * rate does, the bound does not yet. `not-testable`: even if all labels agreed, the bound would not reach it.
 */
export type GateState = 'passes' | 'fails' | 'open' | 'not-testable';

export interface Gate {
  readonly goal: number;
  readonly state: GateState;
  /** One-sided 95 % lower bound, clustered by case, strata weighted; null below two cases. */
  readonly lower: number | null;
  /** Labels that are missing, in cases of their own; null: no number would do at this rate. */
  readonly more: number | null;
}

const MOST = 100_000;

/** What the bound would be if every label agreed: then each case counts as one item. */
function perfectLower(n: number, clusters: number): number {
  if (clusters < 2) return 0;
  const factor = (tQuantile(CONFIDENCE, n - 1) / tQuantile(CONFIDENCE, clusters - 1)) ** 2;
  const effective = Math.min(n, Math.max(1, clusters * factor));
  return clopperPearsonLower(effective, effective, CONFIDENCE);
}

/** Labels in further cases until agreement on all of them would be enough. */
function missing(n: number, clusters: number, goal: number): number {
  let more = 0;
  while (more < MOST && perfectLower(n + more, clusters + more) < goal) more += 1;
  return more;
}

/** Holds a rate of agreement against the goal. @param found null where nothing was labelled */
export function gateOf(found: ClusteredProportion | null, goal = GOAL): Gate {
  if (found === null) return { goal, state: 'not-testable', lower: null, more: missing(0, 0, goal) };
  const { n, clusters, lower, rate, effective } = found;
  if (perfectLower(n, clusters) < goal)
    return { goal, state: 'not-testable', lower, more: missing(n, clusters, goal) };
  if (lower !== null && lower >= goal) return { goal, state: 'passes', lower, more: 0 };
  if (rate <= goal) return { goal, state: 'fails', lower, more: null };
  const independent = neededForGate(rate, goal, { most: MOST });
  // Labels of one case say less than as many of different ones.
  const design = Math.max(1, n / effective);
  const more = independent === null ? null : Math.max(1, Math.ceil(independent * design) - n);
  return { goal, state: 'open', lower, more };
}
