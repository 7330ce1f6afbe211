export { WorldLedger } from './make.ts';
export type { LedgerInput, PointWord, Readings } from './model.ts';
