export { actsOf, type Act } from './act.ts';
export { openStage, type Stage, type StagedCase } from './stage.ts';
export { transcriptsOf } from './strategies.ts';
export { tryGraders } from './run.ts';
export type { CaseResult, GraderReport, MutantResult, OperatorResult, StrategyResult } from './report.ts';
export { checkGraders, type GraderCheck, type GraderOptions } from './check.ts';
