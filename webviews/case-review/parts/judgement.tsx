import type { JSX } from 'preact';
import type { Judgement, Quote, ReviewPoint } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Foreign, Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import { iconOf, toneOf, wordOf } from './glyph.tsx';

interface BlockProps {
  readonly point: ReviewPoint;
  readonly judgement: Judgement;
  readonly differs: boolean;
  /** The score rests on it, in the judge's place. */
  readonly decides?: boolean;
}

/** What one judge or person said, why, and on which words of the evidence it rests. */
export function JudgementBlock({ point, judgement, differs, decides = false }: BlockProps): JSX.Element {
  const { t } = usePanel();
  const { word, who, reason, cannot_judge, scope_read, quotes } = judgement;
  return (
    <div class={differs || word === 'cannot' ? 'judgement needs-person' : 'judgement'}>
      <p class="judgement-word">
        <Icon name={iconOf(word, point)} class={toneOf(word, point)} />
        <b>{wordOf(t, word, point)}</b>{' '}
        <span class="quiet">
          <Words text={who} />
        </span>
        {decides && <span class="tag">{t.yours.decidesTag}</span>}
      </p>
      {reason !== '' && (
        <p>
          <Foreign text={reason} />
        </p>
      )}
      {cannot_judge !== undefined && cannot_judge !== '' && (
        <p>
          <Foreign text={cannot_judge} />
        </p>
      )}
      {scope_read !== undefined && scope_read.length > 0 && (
        <p class="quiet scope">
          {t.read}:{' '}
          {scope_read.map((path, i) => (
            <span key={i}>
              {i > 0 && ', '}
              <Words text={path} />
            </span>
          ))}
        </p>
      )}
      {quotes.map((quote, i) => (
        <QuoteLink key={i} quote={quote} />
      ))}
    </div>
  );
}

/** A quote, and the way to where it stands. */
export function QuoteLink({ quote }: { readonly quote: Quote }): JSX.Element {
  const { control, model, t } = usePanel();
  const warning = quote.target === null ? t.gone : quote.verified ? null : t.unverified;
  const item = quote.target === null ? undefined : model.evidence.item(quote.target.kind, quote.target.index);
  const when = item?.type === 'message' || item?.type === 'event' ? item.when : '';
  const words = (
    <>
      <span class="quote-link-words">
        <Foreign text={quote.text} />
      </span>
      {when !== '' && (
        <span class="quiet">
          {' '}
          <Words text={when} />
        </span>
      )}
    </>
  );
  return (
    <div class="quote-link">
      {quote.target === null ? (
        <p class="quote-gone">{words}</p>
      ) : (
        <button
          type="button"
          class="quote-button"
          aria-current={model.quote === quote.id}
          onClick={() => control.goTo(quote.id, true)}
        >
          <Icon name="arrow-right" />
          <span>{words}</span>
        </button>
      )}
      {warning !== null && (
        <p class="quote-warning">
          <Icon name="warning" />
          <span>
            {warning} <Words text={quote.path} class="quiet" />
          </span>
        </p>
      )}
    </div>
  );
}
