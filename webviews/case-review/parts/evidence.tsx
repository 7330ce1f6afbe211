import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { EvidenceKind } from '../../../schemas/review.ts';
import { usePanel } from '../context.ts';
import { Item } from './item.tsx';
import { useGoal } from './use-goal.ts';
import { useKeptScroll } from './use-kept-scroll.ts';
import { DRAWN_WHOLE, useVirtualList } from './use-virtual-list.ts';

const ESTIMATE: Readonly<Record<EvidenceKind, number>> = {
  thread: 72,
  tables: 56,
  documents: 22,
  events: 32,
};

/** One kind of evidence as one list; pages are asked for as they come into sight. */
export function EvidenceList({ kind }: { readonly kind: EvidenceKind }): JSX.Element {
  const { model, control, t } = usePanel();
  const scroller = useRef<HTMLDivElement>(null);
  const total = model.evidence.total(kind);
  const count = total ?? 0;
  const list = useVirtualList(scroller, count, ESTIMATE[kind]);
  const items = list.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const last = items.at(-1)?.index ?? 0;
  // After every drawing: a page that came short is asked for the rest of it.
  useEffect(() => control.want(kind, first, last));
  useKeptScroll(scroller, list, kind, count);
  useGoal(scroller, list, count);
  const { focus } = model;
  useLayoutEffect(() => {
    if (focus?.on === 'evidence') scroller.current?.focus({ preventScroll: true });
  }, [focus]);
  return (
    <div class="evidence-pane">
      {count > DRAWN_WHOLE && <p class="find-note">{t.findSeesPart}</p>}
      <div
        ref={scroller}
        id="evidence"
        class={`evidence evidence-${kind}`}
        role="tabpanel"
        aria-labelledby={`tab-${kind}`}
        aria-busy={total === null}
        tabIndex={0}
      >
        {total === null && <p class="nothing">{t.loading}</p>}
        {total === 0 && <p class="nothing">{t.noEvidence[kind]}</p>}
        <div class="virtual" style={{ height: `${list.getTotalSize()}px` }}>
          {items.map((place) => {
            const item = model.evidence.item(kind, place.index);
            return (
              <div
                key={place.key}
                ref={list.measureElement}
                class="virtual-item"
                data-index={place.index}
                style={{ transform: `translateY(${place.start}px)` }}
              >
                {item === undefined ? (
                  <div class={`unloaded unloaded-${kind}`} aria-hidden="true" />
                ) : (
                  <Item item={item} kind={kind} index={place.index} />
                )}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
