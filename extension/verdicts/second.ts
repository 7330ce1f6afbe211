import type { SourceVerdict, Word } from '../../schemas/review.ts';

type VerdictPoint = SourceVerdict['points'][number];

/**
 * What the second judge says where it differs, else null. A judge's `met` on a deduction or veto means *triggered*: the
 * state tells which kind a point is, and where it has none yet, its id does.
 */
export function secondWord({
  id,
  state,
  second,
}: Pick<VerdictPoint, 'id' | 'state' | 'second'>): Word | 'triggered' | 'not-triggered' | null {
  if (second === undefined) return null;
  if (second === 'cannot' || second === 'none') return second;
  const trigger =
    state === 'triggered' ||
    state === 'not-triggered' ||
    ((state === 'cannot' || state === 'none') && /^(DED|VETO)/.test(id));
  if (!trigger) return second;
  return second === 'met' ? 'triggered' : 'not-triggered';
}
