import type { JSX } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { usePanel } from '../context.ts';
import { toRescore } from '../model/label-control.ts';
import type { Shown } from '../model/store.ts';

/** The way from human verdicts to the score: it moves here and nowhere else. */
export function RescoreBar({ shown }: { readonly shown: Shown }): JSX.Element | null {
  const { model, control, t } = usePanel();
  const { review, may } = shown;
  const { words, changes } = toRescore(review.points);
  if (!may.label || !changes) return null;
  return (
    <div class="rescore">
      <button
        type="button"
        class="button"
        disabled={model.labelling.waiting > 0}
        onClick={() => control.labels.rescore()}
      >
        <Icon name="law" />
        {t.rescore(words)}
      </button>
      <span class="quiet">
        {review.score === null ? t.keptBeside : t.staysBeside(review.required_met, review.required_total)}
      </span>
    </div>
  );
}
