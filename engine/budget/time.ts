import type { JournalEntry } from '../../schemas/index.ts';

/** Op of the journal lines between which cases are played. */
export const PLAYED = 'budget.time';

/**
 * Seconds in which cases were played. A session that was killed counts until its last line, and from there as long as a
 * director can have waited in silence: what is not known is never nothing.
 * @param now ms; the end of a session that is not over
 * @param silenceSec longest time between two lines of a director at work
 */
export function playedSeconds(entries: readonly JournalEntry[], now: number, silenceSec: number): number {
  let seconds = 0;
  let from: number | null = null;
  let last = 0;
  for (const { op, status, ts } of entries) {
    const at = Date.parse(ts);
    if (op === PLAYED && status === 'intent') {
      if (from !== null) seconds += (last - from) / 1000 + Math.min(silenceSec, (at - last) / 1000);
      from = at;
    } else if (op === PLAYED) {
      if (from !== null) seconds += (at - from) / 1000;
      from = null;
    }
    last = at;
  }
  return seconds + (from === null ? 0 : Math.max(0, now - from) / 1000);
}
