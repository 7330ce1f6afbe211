import type { JSX } from 'preact';
import { evidenceKind, type CaseReview, type EvidenceKind } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { usePanel } from '../context.ts';

const ICON: Readonly<Record<EvidenceKind | 'points', string>> = {
  points: 'checklist',
  thread: 'comment-discussion',
  tables: 'table',
  documents: 'file',
  events: 'pulse',
};

/** Kinds of evidence; in one column the points are a tab as well. */
export function Tabs({ review }: { readonly review: CaseReview }): JSX.Element {
  const { model, control, t } = usePanel();
  const { view, narrow } = model;
  const points = narrow && review.points.length > 0;
  const current = points && view.pane === 'points' ? 'points' : view.tab;
  const tabs: readonly (EvidenceKind | 'points')[] = points
    ? ['points', ...evidenceKind.options]
    : evidenceKind.options;
  const show = (tab: EvidenceKind | 'points'): void =>
    tab === 'points' ? control.store.view({ pane: 'points' }) : control.tab(tab);
  return (
    <div
      class="tabs"
      role="tablist"
      aria-label={t.tabsName}
      onKeyDown={(event) => {
        const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
        const next = tabs[(tabs.indexOf(current) + by + tabs.length) % tabs.length];
        if (by === 0 || next === undefined) return;
        show(next);
        event.currentTarget.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      {tabs.map((tab) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          class="tab"
          role="tab"
          aria-selected={tab === current}
          aria-controls={tab === current && tab !== 'points' ? 'evidence' : undefined}
          tabIndex={tab === current ? 0 : -1}
          onClick={() => show(tab)}
        >
          <Icon name={ICON[tab]} />
          <span class="tab-words">{t.tabs[tab]}</span>{' '}
          <span class="tab-count">{tab === 'points' ? review.points.length : review.counts[tab]}</span>
        </button>
      ))}
    </div>
  );
}
