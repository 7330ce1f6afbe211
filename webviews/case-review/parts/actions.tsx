import type { JSX } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import type { FromReview } from '../../shared/protocol.ts';
import { usePanel } from '../context.ts';
import type { Shown } from '../model/store.ts';

type Action = Extract<FromReview, { type: 'do' }>['action'];

/** The next step of a case that has no score yet. A score needs none: its actions are icons in the title. */
export function Actions({ shown }: { readonly shown: Shown }): JSX.Element | null {
  const { t } = usePanel();
  const { review, may } = shown;
  switch (review.state) {
    case 'PENDING':
      if (!may.judge) return null;
      return (
        <div class="actions">
          <Act action="judge" icon="law" words={t.judgeNow} primary />
          <Act action="judge-by-hand" words={t.judgeByHand} />
          <span class="quiet actions-note">{review.judges.join(', ')}</span>
        </div>
      );
    case 'FAIL_ENV':
      return (
        <div class="actions">
          {may.run && <Act action="run" icon="debug-rerun" words={t.rerun} primary />}
          <Act action="open-journal" words={t.openJournal} />
        </div>
      );
    case 'RERUN':
    case 'VOID':
      if (!may.run) return null;
      return (
        <div class="actions">
          <Act action="run" icon="debug-rerun" words={t.rerun} primary />
        </div>
      );
    case 'running':
      return (
        <div class="actions">
          <span class="quiet actions-wait">{t.noPointsYet}</span>
          {may.stop && <Act action="stop" icon="debug-stop" words={t.stop} />}
        </div>
      );
    case 'empty':
    case 'PASS':
    case 'FAIL':
      return null;
  }
}

export function Act(props: { action: Action; icon?: string; words: string; primary?: boolean }): JSX.Element {
  const { control } = usePanel();
  return (
    <button
      type="button"
      class={props.primary === true ? 'button' : 'button secondary'}
      onClick={() => control.send({ type: 'do', action: props.action })}
    >
      {props.icon !== undefined && <Icon name={props.icon} />}
      {props.words}
    </button>
  );
}
