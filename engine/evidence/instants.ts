import type { EvidenceMessage } from '../../schemas/index.ts';

/** Length of one unit of a time-stamp, ms. */
const UNIT = { ms: 1, s: 1000, min: 60_000 } as const;

/** An instant in ms, cut to the precision of a platform's time-stamp: two are compared at the coarser one. */
export function floorTo(instant: string, precision: EvidenceMessage['ts_precision']): number {
  return Math.floor(Date.parse(instant) / UNIT[precision]) * UNIT[precision];
}
