import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'preact/hooks';
import type { Strings } from '../shared/l10n/index.ts';
import { PanelContext, usePanel } from './context.ts';
import type { Controller } from './model/controller.ts';
import { onKey } from './keys.ts';
import { Empty, Trouble } from './parts/empty.tsx';
import { EvidenceList } from './parts/evidence.tsx';
import { selectedIn } from './model/selection.ts';
import { FlagForm } from './parts/flag-form.tsx';
import { Header } from './parts/header.tsx';
import { KeysBar, KeysSheet } from './parts/keys.tsx';
import { PointList } from './parts/point-list.tsx';
import { Tabs } from './parts/tabs.tsx';
import { useProgressWords } from './parts/use-progress-words.ts';

const NARROW = 640;

export function App({ control, t }: { readonly control: Controller; readonly t: Strings }): JSX.Element {
  const [, redraw] = useReducer((n: number, _: undefined) => n + 1, 0);
  const root = useRef<HTMLDivElement>(null);
  const { store } = control;
  useLayoutEffect(() => store.subscribe(() => redraw(undefined)), [store]);
  useLayoutEffect(() => {
    const element = root.current;
    if (element === null) return;
    const look = (): void => {
      const narrow = element.clientWidth < NARROW;
      if (narrow !== store.model.narrow) store.set({ narrow });
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [store]);
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => onKey(event, control);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [control]);
  useEffect(() => {
    const look = (): void => {
      const selection = selectedIn(store.model.view.tab);
      if (JSON.stringify(selection) !== JSON.stringify(store.model.selection)) store.set({ selection });
    };
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [store]);
  const { model } = store;
  const progress = useProgressWords(model, t);
  return (
    <PanelContext.Provider value={{ model, control, t }}>
      <div ref={root} class="review" data-pane={model.view.pane}>
        <Content />
        {model.sheet && <KeysSheet />}
        {model.flagging && model.shown !== null && <FlagForm shown={model.shown} />}
        <div class="hidden-words" role="status" aria-live="polite">
          {model.said}
        </div>
        <div class="hidden-words" role="status" aria-live="polite">
          {progress}
        </div>
      </div>
    </PanelContext.Provider>
  );
}

function Content(): JSX.Element {
  const { model, t } = usePanel();
  const { shown, trouble, narrow, view } = model;
  if (trouble !== null) return <Trouble text={trouble} />;
  if (shown === null) return <p class="nothing">{t.loading}</p>;
  const { review } = shown;
  // While a case runs it has no points yet: the thread has the room.
  const points = review.points.length > 0;
  const pane = points ? view.pane : 'evidence';
  if (review.state === 'empty') return <Empty shown={shown} />;
  return (
    <>
      <Header shown={shown} />
      <main class={points ? 'body' : 'body solo'}>
        {narrow && <Tabs review={review} />}
        {points && (!narrow || pane === 'points') && <PointList shown={shown} />}
        {!narrow && <Tabs review={review} />}
        {(!narrow || pane === 'evidence') && (
          <EvidenceList key={JSON.stringify([review.batch.dir, review.case_id, view.tab])} kind={view.tab} />
        )}
      </main>
      <KeysBar cases={shown.position !== null} label={shown.may.label} />
    </>
  );
}
