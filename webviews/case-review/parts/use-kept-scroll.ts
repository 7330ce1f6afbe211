import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { EvidenceKind } from '../../../schemas/review.ts';
import { usePanel } from '../context.ts';
import type { List } from './use-virtual-list.ts';

/**
 * Keeps the place of a list over a change of tab, a hidden panel and a reload. The place is the number of items above
 * the edge, with the part of the first one that is above it: heights are not known before items are drawn.
 */
export function useKeptScroll(
  scroller: RefObject<HTMLElement | null>,
  list: List,
  kind: EvidenceKind,
  count: number,
): void {
  const { model, control } = usePanel();
  const wanted = useRef<number | null>(model.goal === null ? (model.view.scroll[kind] ?? 0) : null);
  if (model.goal !== null) wanted.current = null;

  useLayoutEffect(() => {
    const place = wanted.current;
    if (place === null || count === 0) return;
    const index = Math.min(Math.floor(place), count - 1);
    const item = list.getVirtualItems().find((v) => v.index === index);
    if (item === undefined) {
      list.scrollToIndex(index, { align: 'start' });
      return;
    }
    const target = item.start + (place - index) * item.size;
    list.scrollToOffset(target);
    const drawn = list.getVirtualItems();
    // The page may not be as long yet as the list by now knows itself to be; then it stops on the way.
    const frame = scroller.current;
    const reached =
      frame !== null &&
      (Math.abs(frame.scrollTop - target) <= 1 ||
        frame.scrollTop + frame.clientHeight >= list.getTotalSize() - 1);
    // A place holder was measured as well: only when what is drawn now is as high as the list believes, nothing moves.
    const settled =
      reached &&
      drawn.every(
        (v) =>
          (v.index < index || model.evidence.item(kind, v.index) !== undefined) &&
          Math.abs(heightOf(frame, v.index) - v.size) <= 1,
      );
    if (settled) wanted.current = null;
  });

  useLayoutEffect(() => {
    const frame = scroller.current;
    if (frame === null) return;
    // A person who scrolls is where they want to be.
    const let_go = (): void => {
      wanted.current = null;
    };
    const keep = (): void => {
      if (wanted.current !== null) return;
      const top = frame.scrollTop;
      const first = list.getVirtualItems().find((v) => v.end > top);
      if (first === undefined) return;
      control.keepScroll(kind, first.index + Math.max(0, top - first.start) / Math.max(1, first.size));
    };
    frame.addEventListener('wheel', let_go, { passive: true });
    frame.addEventListener('pointerdown', let_go);
    frame.addEventListener('keydown', let_go);
    frame.addEventListener('scroll', keep, { passive: true });
    return () => {
      frame.removeEventListener('wheel', let_go);
      frame.removeEventListener('pointerdown', let_go);
      frame.removeEventListener('keydown', let_go);
      frame.removeEventListener('scroll', keep);
    };
  }, [list, kind, control, scroller]);
}

function heightOf(frame: HTMLElement | null, index: number): number {
  return frame?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.offsetHeight ?? 0;
}
