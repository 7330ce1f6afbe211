import type { JSX } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { usePanel } from '../context.ts';

/** In the place of the score while the judges' words are hidden. */
export function BlindBar(): JSX.Element {
  const { t, control } = usePanel();
  return (
    <div class="bar bar-blind">
      <Icon name="eye-closed" />
      <p class="bar-text">
        <b>{t.blind.title}</b> {t.blind.why}
      </p>
      <button type="button" class="link" onClick={() => control.hideJudges(false)}>
        {t.blind.show}
      </button>
    </div>
  );
}
