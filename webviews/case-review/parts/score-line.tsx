import type { JSX } from 'preact';
import type { CaseReview, CaseState } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';

const GLYPH: Readonly<Record<CaseState, string>> = {
  PASS: 'pass-filled',
  FAIL: 'error',
  FAIL_ENV: 'debug-disconnect',
  RERUN: 'debug-rerun',
  VOID: 'circle-slash',
  PENDING: 'circle-large-outline',
  running: 'loading',
  empty: 'telescope',
};

/** The score as a sentence with its cause, then the sum in small type. */
export function ScoreLine({ review }: { readonly review: CaseReview }): JSX.Element {
  const spin = review.state === 'running' ? ' codicon-modifier-spin' : '';
  return (
    <div class="score-line">
      <Icon name={GLYPH[review.state]} class={`score-glyph state-${review.state}${spin}`} />
      <div class="score-words">
        <p class="score-sentence">
          <SentenceWords review={review} />
        </p>
        <Sum review={review} />
      </div>
    </div>
  );
}

function SentenceWords({ review }: { readonly review: CaseReview }): JSX.Element {
  const { control } = usePanel();
  return (
    <>
      {review.sentence.map((part, i) => {
        if (typeof part === 'string')
          return i === 0 ? <Opening key={i} text={part} /> : <Words key={i} text={part} />;
        return (
          <button
            key={i}
            type="button"
            class="link"
            onClick={() => control.select(part.point, { from: 'person', focus: 'point' })}
          >
            <Words text={part.point} />
          </button>
        );
      })}
    </>
  );
}

/** The words before the colon are the verdict, the rest is why. */
function Opening({ text }: { readonly text: string }): JSX.Element {
  const colon = /[:：]/.exec(text);
  const end = colon === null ? text.length : colon.index + 1;
  return (
    <>
      <b>
        <Words text={text.slice(0, end)} />
      </b>
      <Words text={text.slice(end)} />
    </>
  );
}

function Sum({ review }: { readonly review: CaseReview }): JSX.Element | null {
  const { t } = usePanel();
  const { progress, sum } = review;
  const formula = /^max\([^·]*/.exec(sum)?.[0] ?? '';
  if (sum === '' && progress === undefined) return null;
  return (
    <p class="sum">
      {progress !== undefined && <span>{t.steps(progress.done, progress.total)}</span>}
      {progress !== undefined && sum !== '' && ' · '}
      {formula !== '' && (
        <code>
          <Words text={formula} />
        </code>
      )}
      <Words text={sum.slice(formula.length)} />
    </p>
  );
}
