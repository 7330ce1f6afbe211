/** The stages in order: the one room that knows all the others. */
export { openBatch, type OpenBatch } from './batch.ts';
export { judgeBatch, playedCases, readTemplate, templateOf } from './judge.ts';
export { playBatch, type PlayPhase } from './play.ts';
export { assertSameEvalset, preflight } from './preflight.ts';
export { compileFolder, FindingsError, pathExists, prepareBatch, type PrepareOptions } from './prepare.ts';
export { readVerdicts, scoreBatch, type ScoreReport } from './score.ts';
export { writeReports } from './reports.ts';
