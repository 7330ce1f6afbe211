import type { RefObject } from 'preact';
import { elementScroll, observeElementOffset, observeElementRect, Virtualizer } from '@tanstack/virtual-core';
import { useLayoutEffect, useReducer, useRef } from 'preact/hooks';

export type List = Virtualizer<HTMLElement, HTMLElement>;

/** Longer lists are drawn in part. */
export const DRAWN_WHOLE = 200;

/**
 * Draws only the items of a long list that are in sight. Short lists are drawn whole, so that the find widget of the
 * editor sees all of their text.
 */
export function useVirtualList(
  scroller: RefObject<HTMLElement | null>,
  count: number,
  estimate: number,
): List {
  const [, redraw] = useReducer((n: number, _: undefined) => n + 1, 0);
  const kept = useRef<List | null>(null);
  const options = {
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => estimate,
    overscan: count <= DRAWN_WHOLE ? DRAWN_WHOLE : 6,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    onChange: () => redraw(undefined),
  };
  kept.current ??= new Virtualizer<HTMLElement, HTMLElement>(options);
  const list = kept.current;
  list.setOptions(options);
  useLayoutEffect(() => list._didMount(), [list]);
  useLayoutEffect(() => list._willUpdate());
  return list;
}
