import type { JSX } from 'preact';
import type { CaseReview } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { plain } from '../../shared/text/invisible.ts';
import { Words } from '../../shared/text/text.tsx';
import { instant } from '../../shared/text/when.ts';
import { usePanel } from '../context.ts';

/** The present result and those before it, the newest first: nothing is ever replaced without a trace. */
export function ResultHistory({ review }: { readonly review: CaseReview }): JSX.Element | null {
  const { t, control } = usePanel();
  const { history, human, judged_at, sentence } = review;
  if (history.length === 0) return null;
  const now = sentence.map((part) => (typeof part === 'string' ? part : part.point)).join('');
  const rescored = history.some((one) => one.human !== human);
  return (
    <details class="earlier" open={rescored}>
      <summary>{t.earlier(history.length)}</summary>
      <ul>
        <Result now text={now} human={human} judgedAt={judged_at} />
        {history.map(({ file, judged_at: at, text, human: before }, i) => (
          <Result key={i} text={text} human={before} judgedAt={at}>
            {' '}
            <button
              type="button"
              class="link"
              title={plain(file)}
              onClick={() => control.send({ type: 'open', path: file })}
            >
              {t.openFile}
            </button>
          </Result>
        ))}
      </ul>
    </details>
  );
}

interface ResultProps {
  readonly now?: boolean;
  readonly text: string;
  readonly human: number;
  readonly judgedAt: string | null;
  readonly children?: preact.ComponentChildren;
}

function Result({ now = false, text, human, judgedAt, children }: ResultProps): JSX.Element {
  const { t } = usePanel();
  return (
    <li class={now ? 'result now' : 'result'}>
      <Icon name={now ? 'check' : 'history'} {...(now ? { label: t.presentResult } : {})} />
      <span>
        <Words text={text} />
        <span class="quiet">
          {' · '}
          {t.decidedFrom(human)}
          {judgedAt !== null && (
            <>
              {' · '}
              <Words text={instant(judgedAt, t.locale)} />
            </>
          )}
        </span>
        {children}
      </span>
    </li>
  );
}
