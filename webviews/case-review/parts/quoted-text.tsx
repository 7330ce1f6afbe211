import type { JSX } from 'preact';
import type { Judgement, ShownText } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import type { Strings } from '../../shared/l10n/index.ts';
import { plain } from '../../shared/text/invisible.ts';
import { langOf } from '../../shared/text/lang.ts';
import { Characters, Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import type { Place } from '../model/evidence.ts';
import { cut, type PlacedQuote, type Segment } from '../model/quotes.ts';
import { iconOf, wordOf } from './glyph.tsx';

interface TextProps {
  readonly text: ShownText;
  readonly place: Place;
  readonly quotes: readonly PlacedQuote[];
  /** Whether what was left out can be asked for. */
  readonly whole?: boolean;
}

/** A text of the evidence with the quotes that judges rest on, at their places, and its gaps. */
export function QuotedText({ text, place, quotes, whole = true }: TextProps): JSX.Element {
  const { model } = usePanel();
  const shown = whole ? model.evidence.text(place, text) : text;
  const parts = shown.parts;
  const first = parts[0]?.from ?? shown.length;
  return (
    <span class="foreign evidence-text" lang={langOf(parts[0]?.text ?? '')} dir="auto">
      {first > 0 && <Gap from={0} to={first} place={place} whole={whole} />}
      {parts.map((part, i) => {
        const end = part.from + part.text.length;
        const next = parts[i + 1]?.from ?? Math.max(end, shown.length);
        return (
          <span key={part.from}>
            {cut(part.text, part.from, next, quotes).map((segment, k, all) => (
              <SegmentWords key={k} segment={segment} before={all[k - 1]} after={all[k + 1]} />
            ))}
            {next > end && <Gap from={end} to={next} place={place} whole={whole} />}
          </span>
        );
      })}
    </span>
  );
}

/** Marks that may not begin a line: they stay with the tag that stands before them. */
const CLOSING = /^[，。、；：！？）」』】》〉”’,.;:!?)\]}]{1,3}/;

function leading(segment: Segment | undefined): string {
  return segment?.quotes.length === 0 ? (CLOSING.exec(segment.text)?.[0] ?? '') : '';
}

function SegmentWords(props: {
  readonly segment: Segment;
  readonly before: Segment | undefined;
  readonly after: Segment | undefined;
}): JSX.Element {
  const { model, t } = usePanel();
  const { text, quotes, ends } = props.segment;
  if (quotes.length === 0) {
    const taken =
      props.before !== undefined && props.before.ends.length > 0 ? leading(props.segment).length : 0;
    return <Characters text={text.slice(taken)} />;
  }
  const own = quotes.some(({ quote }) => quote.point === model.view.point);
  const lit = quotes.some(({ quote }) => quote.id === model.quote);
  const label = quotes
    .map(({ quote, judgement, point }) =>
      t.quoteOf(plain(quote.point), speaker(judgement, t), wordOf(t, judgement.word, point)),
    )
    .join('; ');
  return (
    <>
      <mark
        class={['quote', ...(own ? ['own'] : []), ...(lit ? ['lit'] : [])].join(' ')}
        aria-label={label}
        data-quotes={JSON.stringify(quotes.map(({ quote }) => quote.id))}
      >
        <Characters text={text} />
      </mark>
      {ends.length > 0 && (
        <>
          {ends.slice(0, -1).map((placed, i) => (
            <QuoteTag key={i} placed={placed} />
          ))}
          <span class="unbroken">
            {ends.slice(-1).map((placed) => (
              <QuoteTag key="last" placed={placed} />
            ))}
            {leading(props.after)}
          </span>
        </>
      )}
    </>
  );
}

/** Whose word rests on a quote: a judge, or a person by name. */
function speaker({ by, who }: Judgement, t: Strings): string {
  return by === 'human' ? plain(who) : t.judgeName[by];
}

/** Whose quote it is; a click goes back to the point. */
export function QuoteTag({ placed }: { readonly placed: PlacedQuote }): JSX.Element {
  const { model, control, t } = usePanel();
  const { quote, judgement, point } = placed;
  const own = quote.point === model.view.point;
  const label = t.quoteOf(plain(quote.point), speaker(judgement, t), wordOf(t, judgement.word, point));
  const another = judgement.by === 'human' && judgement.who !== model.shown?.reviewer;
  return (
    <button
      type="button"
      class={own ? 'quote-tag own' : 'quote-tag'}
      data-quote={quote.id}
      aria-label={`${label}. ${t.selectPoint}`}
      title={label}
      onClick={() => control.goBack(quote.id)}
    >
      <span class="quote-tag-point">
        <Words text={quote.point} />
      </span>
      {own && (
        <span class="quote-tag-judge">·{another ? <Words text={judgement.who} /> : t.judge[quote.by]}</span>
      )}
      <Icon name={iconOf(judgement.word, point)} />
    </button>
  );
}

function Gap(props: { from: number; to: number; place: Place; whole: boolean }): JSX.Element {
  const { control, t } = usePanel();
  const { from, to, place } = props;
  return (
    <span class="gap" dir="ltr">
      <span>{t.leftOut((to - from).toLocaleString(t.locale))}</span>
      {props.whole && (
        <>
          {' · '}
          <button type="button" class="link" onClick={() => control.wantText(place, from, to - from)}>
            {t.show}
          </button>
        </>
      )}
    </span>
  );
}
