import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePanel } from '../context.ts';
import { filterPoints, hasHuman, hasSecond } from '../model/filters.ts';
import type { Shown } from '../model/store.ts';
import { About } from './about.tsx';
import { FilterChips } from './filter-chips.tsx';
import { PointRow } from './point-row.tsx';
import { RescoreBar } from './rescore-bar.tsx';

/** The checkpoints in the order of the card. */
export function PointList({ shown }: { readonly shown: Shown }): JSX.Element {
  const { model, t } = usePanel();
  const { review } = shown;
  const scroller = useRef<HTMLDivElement>(null);
  const { point } = model.view;
  const { focus } = model;
  const visible = filterPoints(review.points, model.view.filter);
  const current = visible.findIndex((p) => p.id === point);

  useLayoutEffect(() => {
    const option = optionAt(scroller.current, current);
    const row = option?.parentElement;
    if (row != null) intoView(scroller.current, row);
  }, [point, review.case_id]);
  useLayoutEffect(() => {
    if (focus?.on !== 'point') return;
    const option = optionAt(scroller.current, Math.max(0, current));
    (option ?? scroller.current)?.focus({ preventScroll: true });
    const row = option?.parentElement;
    if (row != null) intoView(scroller.current, row);
  }, [focus]);

  return (
    <section class="points" aria-label={t.points}>
      <div class="points-head">
        <h2>{t.points}</h2>
        <FilterChips points={review.points} />
        <JudgeColumns shown={shown} />
      </div>
      <div ref={scroller} class="points-scroll" tabIndex={-1}>
        <div role="listbox" aria-label={t.points}>
          {visible.map((p, i) => (
            <PointRow
              key={`${i} ${p.id}`}
              point={p}
              shown={shown}
              chosen={i === current}
              tabbable={i === Math.max(0, current)}
              edited={shown.stale?.points.includes(p.id) === true}
            />
          ))}
        </div>
        {visible.length === 0 && review.points.length > 0 && <p class="nothing">{t.filter.none}</p>}
        <About review={review} />
      </div>
      <RescoreBar shown={shown} />
    </section>
  );
}

function JudgeColumns({ shown }: { readonly shown: Shown }): JSX.Element {
  const { model, t } = usePanel();
  const { review, may } = shown;
  return (
    <div class="judge-columns" aria-hidden="true">
      {!model.view.blind && <span>{t.judge.first}</span>}
      {!model.view.blind && hasSecond(review) && <span>{t.judge.second}</span>}
      {hasHuman(review, may.label) && <span>{t.judge.human}</span>}
    </div>
  );
}

function optionAt(scroller: HTMLElement | null, index: number): HTMLElement | undefined {
  return [...(scroller?.querySelectorAll<HTMLElement>('[role=option]') ?? [])][index];
}

/** As little scrolling as shows the row, its head first when it is taller than the list. */
function intoView(scroller: HTMLElement | null, row: HTMLElement): void {
  if (scroller === null) return;
  const [frame, box] = [scroller.getBoundingClientRect(), row.getBoundingClientRect()];
  if (box.top < frame.top || box.height > frame.height) scroller.scrollTop += box.top - frame.top;
  else if (box.bottom > frame.bottom) scroller.scrollTop += box.bottom - frame.bottom;
}
