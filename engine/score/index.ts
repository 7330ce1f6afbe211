export type { ByPerson, ByPersons } from './labelled.ts';
export { crossCheckOf } from './cross-check.ts';
export { bare, estimateOf, macroEstimate, microEstimate } from './estimates.ts';
export { meanOf } from './means.ts';
export { scoreCase, type ScoreInput } from './score-case.ts';
export {
  countingVerdict,
  summarise,
  type AgentDetails,
  type PlannedCase,
  type SummaryInput,
} from './summary.ts';
