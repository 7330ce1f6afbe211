import type { CaseReview, PointState, ReviewPoint } from '../../../schemas/review.ts';

export const FILTERS = ['unmet', 'triggered', 'overridden', 'cannot', 'differ', 'unlabelled'] as const;
export type Filter = (typeof FILTERS)[number];

const STATES: Readonly<Record<Exclude<Filter, 'differ' | 'unlabelled'>, readonly PointState[]>> = {
  unmet: ['unmet', 'gate-unmet'],
  triggered: ['triggered'],
  overridden: ['overridden'],
  cannot: ['cannot'],
};

function isFilter(name: string): name is Filter {
  return FILTERS.some((filter) => filter === name);
}

/** Whether two judges said different words of a point. */
export function judgesDiffer(point: ReviewPoint): boolean {
  const words = point.judgements.map((j) => j.word);
  return words.length > 1 && new Set(words).size > 1;
}

function hasFilter(point: ReviewPoint, filter: Filter): boolean {
  if (filter === 'differ') return judgesDiffer(point);
  if (filter === 'unlabelled') return !point.human.some((one) => !one.model);
  // The second judge's "cannot" needs a person as well, whatever the state became.
  if (filter === 'cannot' && point.judgements.some((j) => j.word === 'cannot')) return true;
  return STATES[filter].includes(point.state);
}

/** Points that pass: kinds of filters are joined by AND, filters of one kind by OR. No filter: all. */
export function filterPoints(
  points: readonly ReviewPoint[],
  names: readonly string[],
): readonly ReviewPoint[] {
  const active = names.filter(isFilter);
  const states = active.filter((name) => name !== 'differ' && name !== 'unlabelled');
  return points.filter(
    (point) =>
      (states.length === 0 || states.some((name) => hasFilter(point, name))) &&
      (!active.includes('differ') || judgesDiffer(point)) &&
      (!active.includes('unlabelled') || hasFilter(point, 'unlabelled')),
  );
}

export function countOf(points: readonly ReviewPoint[], filter: Filter): number {
  return points.filter((point) => hasFilter(point, filter)).length;
}

/** The person's own column stands where a person may label, or has. */
export function hasHuman(review: CaseReview, mayLabel: boolean): boolean {
  return mayLabel || review.points.some((p) => p.human.some((one) => !one.model));
}

/** The second column stands only where a second judge read the case. */
export function hasSecond(review: CaseReview): boolean {
  return review.judges.length > 1 || review.points.some((p) => p.judgements.some((j) => j.by === 'second'));
}
