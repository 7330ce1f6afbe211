import { Choice } from './choice.ts';
import { ladder, rungBelow } from './ladder.ts';
import type { Candidate } from './model.ts';

/**
 * Chooses cases for a time budget. Groups are played at once, so each has all of it. In each, one after the other in the
 * given order: the case that adds most values which no chosen case has, then most that none of its group has, then the
 * shorter one, then the earlier one, for as long as anything is added; then, in every group, the shortest of the rest
 * that fit. A case comes with all that it needs or not at all. More time never covers less (see {@link ladder}).
 * @param budget seconds for playing, the same for each group
 * @returns ids in the order of the candidates
 */
export function chooseCases(candidates: readonly Candidate[], budget: number): readonly string[] {
  const shortest = Math.min(...candidates.map(({ seconds }) => seconds));
  let best = new Choice(candidates, 0);
  for (const rung of ladder(shortest, rungBelow(budget))) {
    const fresh = new Choice(candidates, rung).fill();
    const extended = best.under(rung).fill();
    best = extended.isBetterThan(fresh) ? extended : fresh;
    if (best.size === candidates.length) break;
  }
  return best.ids;
}
