import type { Move } from '../../../schemas/index.ts';
import type { OffsetRange } from '../../evalset/index.ts';

/**
 * Where a span of a rendered text stands in its source; null where it touches what a move wrote: that has no characters
 * of its own there.
 */
export function spanInSource(moves: readonly Move[], { from, to }: OffsetRange): OffsetRange | null {
  let shift = 0;
  for (const move of moves) {
    const start = move.at - shift;
    const after = move.kind === 'strip_mention' ? '' : move.after;
    const end = start + after.length;
    if (to <= start && !(from === to && to === start && after === '')) break;
    if (from < end) return null;
    shift += move.before.length - after.length;
  }
  return { from: from + shift, to: to + shift };
}
