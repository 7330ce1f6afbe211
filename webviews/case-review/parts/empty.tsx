import type { JSX } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import type { Shown } from '../model/store.ts';
import { Act } from './actions.tsx';
import { Problems, WhyNot } from './bars.tsx';

/** Nothing of the case has been played. */
export function Empty({ shown }: { readonly shown: Shown }): JSX.Element {
  const { t } = usePanel();
  return (
    <main class="empty">
      <Icon name="telescope" />
      <h1>
        {shown.review.sentence.map((part, i) => (
          <Words key={i} text={typeof part === 'string' ? part : part.point} />
        ))}
      </h1>
      <p class="quiet">{t.emptyHint}</p>
      <div class="actions">
        {shown.may.run && <Act action="run" icon="play" words={t.run} primary />}
        <Act action="open-batch" words={t.openBatch} />
      </div>
      <Problems problems={shown.review.problems} />
      <WhyNot shown={shown} />
    </main>
  );
}

/** The host cannot show the case; its sentence holds the way out. */
export function Trouble({ text }: { readonly text: string }): JSX.Element {
  const { t } = usePanel();
  return (
    <main class="empty">
      <Icon name="warning" />
      <p class="trouble">
        <Words text={text} />
      </p>
      <div class="actions">
        <Act action="open-batch" words={t.openBatch} />
      </div>
    </main>
  );
}
