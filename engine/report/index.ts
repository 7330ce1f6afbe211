export { renderCsv } from './csv.ts';
export { renderJUnit } from './junit.ts';
export { renderBatch, renderCase } from './show.ts';
export type { ShowOptions } from './terminal.ts';
export { causeOf, pointState, sentenceOf, sumOf } from './words.ts';
