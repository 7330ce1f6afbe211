import { reviewState, PROTOCOL_VERSION, type ReviewState } from '../../shared/protocol.ts';
import type { Shown } from './store.ts';

export const freshView: ReviewState = {
  v: PROTOCOL_VERSION,
  batch: null,
  case_id: '',
  dir: '',
  point: null,
  tab: 'thread',
  pane: 'points',
  filter: [],
  scroll: {},
  drafts: [],
  blind: false,
};

/** View state as the editor kept it; what cannot be read starts afresh. */
export function viewFrom(kept: unknown): ReviewState {
  const parsed = reviewState.safeParse(kept);
  return parsed.success ? parsed.data : freshView;
}

/**
 * The view for a case that came from the host: kept for the same case, fresh places for another one. The same case in
 * another batch, such as the run that was just started, keeps what was chosen; its evidence is another.
 */
export function viewFor(view: ReviewState, { batch, review }: Pick<Shown, 'batch' | 'review'>): ReviewState {
  const { dir } = review.batch;
  const same = view.case_id === review.case_id && view.dir === dir;
  const point = review.points.some((p) => p.id === view.point) ? view.point : null;
  const here = { ...view, batch, dir, case_id: review.case_id };
  // A first verdict brings points where a running case had none: a choice that waits for them is not forgotten.
  const chosen = { ...here, point: review.points.length === 0 ? view.point : point };
  if (same) return chosen;
  if (view.case_id === review.case_id) return { ...chosen, scroll: {} };
  return {
    ...here,
    drafts: [],
    point: null,
    tab: 'thread',
    pane: review.points.length > 0 ? 'points' : 'evidence',
    scroll: {},
  };
}
