import type { RefObject } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import { usePanel } from '../context.ts';
import type { List } from './use-virtual-list.ts';

/** Brings the quote that was asked for into the middle of the list, once its page is there, and ends the wish. */
export function useGoal(scroller: RefObject<HTMLElement | null>, list: List, count: number): void {
  const { model, control } = usePanel();
  const { goal } = model;
  const target = goal === null ? null : (model.quotes.byId.get(goal.quote)?.quote.target ?? null);
  const here = target?.kind === model.view.tab && target.index < count ? target : null;
  const loaded = here !== null && model.evidence.item(here.kind, here.index) !== undefined;

  useLayoutEffect(() => {
    if (here !== null) list.scrollToIndex(here.index, { align: 'center' });
  }, [goal, here?.index, here?.kind, loaded, list]);

  useLayoutEffect(() => {
    const frame = scroller.current;
    if (goal === null || here === null || !loaded || frame === null) return;
    const spot = findQuote(frame, goal.quote) ?? findItem(frame, here.index);
    if (spot === null) return;
    const [outer, inner] = [frame.getBoundingClientRect(), spot.getBoundingClientRect()];
    const hidden = inner.top < outer.top || inner.bottom > outer.bottom;
    if (hidden) {
      const middle = inner.top - outer.top - (outer.height - Math.min(inner.height, outer.height)) / 2;
      list.scrollToOffset(Math.max(0, frame.scrollTop + middle));
    }
    if (goal.focus) findTag(frame, goal.quote)?.focus({ preventScroll: true });
    control.arrived();
  });
}

function findQuote(frame: HTMLElement, id: string): HTMLElement | null {
  for (const mark of frame.querySelectorAll<HTMLElement>('mark[data-quotes]')) {
    const ids: unknown = JSON.parse(mark.dataset['quotes'] ?? '[]');
    if (Array.isArray(ids) && ids.includes(id)) return mark;
  }
  return findTag(frame, id);
}

function findTag(frame: HTMLElement, id: string): HTMLElement | null {
  const tags = [...frame.querySelectorAll<HTMLElement>('[data-quote]')];
  return tags.find((tag) => tag.dataset['quote'] === id) ?? null;
}

function findItem(frame: HTMLElement, index: number): HTMLElement | null {
  return frame.querySelector<HTMLElement>(`[data-index="${index}"]`);
}
