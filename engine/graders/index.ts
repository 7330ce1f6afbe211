export { openStage, type Stage } from './stage.ts';
export { tryGraders } from './run.ts';
export type { CaseResult, GraderReport, MutantResult, OperatorResult, StrategyResult } from './report.ts';
export { checkGraders, type GraderCheck, type GraderOptions } from './check.ts';
