/** The stages in order: the one room that knows all the others. */
export { openBatch, type OpenBatch } from './batch.ts';
export { placedLabels, sayingsOf, type Sayings } from './calibrate.ts';
export { judgeBatch } from './judge.ts';
export { judgesOfBatch, planJudges, type CaseJudge, type JudgePlan } from './judge-plan.ts';
export { ModelSession, type ModelSessionOptions } from './model-session.ts';
export { assertCases, playedCases, readTemplate, templateOf } from './played.ts';
export { playBatch, type PlayOptions, type PlayPhase } from './play.ts';
export { assertSameEvalset, preflight } from './preflight.ts';
export { compileFolder, prepareBatch, type PrepareOptions } from './prepare.ts';
export { readVerdicts, scoreBatch, type ChangedVerdict, type ScoreReport } from './score.ts';
export { writeReports } from './reports.ts';
export { loadFaultPlan } from './fault-plans.ts';
export { FindingsError } from './findings-error.ts';
export { LiveScoring, type LiveScoringOptions } from './live.ts';
export { readWorld, serveWorld, type ServedWorld } from './kept-world.ts';
export { dropWorld, isWorldDropped } from './world-state.ts';
export { processPlaces, type Places } from '../agents/places.ts';
