import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ReviewPoint } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { usePanel } from '../context.ts';
import { countOf, FILTERS } from '../model/filters.ts';

/** Toggles with counts. A filter that would show nothing is not drawn. */
export function FilterChips({ points }: { readonly points: readonly ReviewPoint[] }): JSX.Element {
  const { model, control, t } = usePanel();
  const row = useRef<HTMLDivElement>(null);
  const [more, setMore] = useState(false);
  const { focus } = model;
  useLayoutEffect(() => {
    if (focus?.on === 'filter') row.current?.querySelector('button')?.focus();
  }, [focus]);
  const active = model.view.filter;
  // A filter would tell what the judges said.
  const names = model.view.blind ? FILTERS.filter((name) => name === 'unlabelled') : FILTERS;
  const chips = names
    .map((name) => ({ name, n: countOf(points, name), on: active.includes(name) }))
    .filter(({ n, on }) => n > 0 || on);
  const folds = model.narrow && !more && chips.length > 2 && !chips.slice(1).some(({ on }) => on);
  const toggle = (name: string): void =>
    control.filter(active.includes(name) ? active.filter((other) => other !== name) : [...active, name]);
  return (
    <div ref={row} class="chips" role="toolbar" aria-label={t.filter.name} onKeyDown={moveBetweenButtons}>
      <Chip
        words={t.filter.all}
        n={points.length}
        on={active.length === 0}
        toggle={() => control.filter([])}
      />
      {(folds ? chips.slice(0, 1) : chips).map(({ name, n, on }) => (
        <Chip key={name} words={t.filter[name]} n={n} on={on} toggle={() => toggle(name)} />
      ))}
      {folds && (
        <button type="button" class="chip" onClick={() => setMore(true)}>
          <Icon name="filter" />
          {t.filter.more}
        </button>
      )}
    </div>
  );
}

function Chip(props: { words: string; n: number; on: boolean; toggle: () => void }): JSX.Element {
  return (
    <button type="button" class="chip" aria-pressed={props.on} onClick={props.toggle}>
      {props.words} {props.n}
    </button>
  );
}

function moveBetweenButtons(event: KeyboardEvent): void {
  const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
  if (by === 0 || !(event.currentTarget instanceof HTMLElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button === document.activeElement);
  buttons[(at + by + buttons.length) % buttons.length]?.focus();
  event.preventDefault();
  event.stopPropagation();
}
