import type { Strategy } from '../../schemas/index.ts';
import type { Operator } from './mutate/mutate.ts';

/** How an agent that knows nothing fares on a case. */
export interface StrategyResult {
  readonly strategy: Strategy;
  /** The best of its ways; an undecided point counts as met. */
  readonly score: number;
  readonly ceiling: number;
  readonly holds: boolean;
  /** Points that its best way meets, or leaves undecided. */
  readonly points: readonly string[];
}

export interface CaseResult {
  readonly case_id: string;
  readonly twin_of?: string;
  /** The perfect agent's score, null while a point is undecided; absent without an oracle. */
  readonly oracle?: number | null;
  readonly strategies: readonly StrategyResult[];
}

export interface MutantResult {
  readonly case_id: string;
  readonly operator: Operator;
  readonly points: readonly string[];
  readonly before: string;
  readonly after: string;
  /** The checks that let it pass: `file:line`, relative to the evalset. */
  readonly checks: readonly string[];
}

export interface OperatorResult {
  readonly operator: Operator;
  readonly all: number;
  readonly noticed: number;
  /** Whether the share that is asked for is reached; true of none. */
  readonly holds: boolean;
}

/** What `sundowner check --graders` has to say of an evalset. */
export interface GraderReport {
  readonly evalset: string;
  readonly day0: string;
  readonly noticed_at_least: number;
  readonly cases: readonly CaseResult[];
  readonly operators: readonly OperatorResult[];
  readonly unnoticed: readonly MutantResult[];
}
