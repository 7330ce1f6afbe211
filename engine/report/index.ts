export { renderCalibration, renderPlan } from './calibration.ts';
export { calibrationWords, type CalibrationWords } from './calibration-words.ts';
export { renderCsv } from './csv.ts';
export { renderChanges, renderJudging } from './judging.ts';
export { renderComparison } from './numbers/comparison.ts';
export { renderRepeated } from './numbers/repeated.ts';
export { renderFaults } from './faults.ts';
export { happenedLines } from './happened.ts';
export { renderJUnit } from './junit.ts';
export { renderBatch, renderCase } from './show.ts';
export type { ShowOptions } from './terminal.ts';
export { wordsOf } from './languages.ts';
export { linked, plain, say } from './sentence.ts';
export {
  countedMet,
  environmentOf,
  pointLabel,
  pointState,
  sentenceOf,
  silenceOf,
  sumOf,
} from './sentences.ts';
export type { By, EventVerb, WhyReadonly, Words } from './words.ts';
export { describeWorld, renderWorld, type WorldMessage, type WorldText } from './world.ts';
export { voidLines } from './void-lines.ts';
