import type { JSX } from 'preact';
import type { LabelWord } from '../../../schemas/labels.ts';
import type { ReviewPoint } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Foreign, Words } from '../../shared/text/text.tsx';
import { instant, shortInstant } from '../../shared/text/when.ts';
import { usePanel } from '../context.ts';
import { ownWord } from '../model/label-control.ts';
import type { Shown } from '../model/store.ts';
import { iconOf, toneOf, wordOf } from './glyph.tsx';
import { QuoteLink } from './judgement.tsx';

const WORDS: readonly (readonly [LabelWord, string])[] = [
  ['met', 'M'],
  ['unmet', 'U'],
  ['cannot', 'C'],
];

interface Props {
  readonly point: ReviewPoint;
  readonly shown: Shown;
}

/** The person's own verdict on the chosen point: beside the judges, saved at once. */
export function HumanVerdict({ point, shown }: Props): JSX.Element {
  const { model, control, t } = usePanel();
  const own = ownWord(point, model.labelling, shown.reviewer);
  const saved = own?.shown ?? null;
  return (
    <section class="yours" aria-label={t.yours.title}>
      <div class="yours-head">
        <b>{t.yours.title}</b>
        <span class="quiet yours-saved">{own !== null && saved === null && t.yours.saving}</span>
        {own !== null && (
          <button type="button" class="link" onClick={() => control.labels.give(null)}>
            {t.yours.clear} <kbd>0</kbd>
          </button>
        )}
        <button type="button" class="link" onClick={() => control.openFlag()}>
          <Icon name="flag" /> {t.flag.open} <kbd>F</kbd>
        </button>
      </div>
      <WordButtons point={point} word={own?.word ?? null} />
      <Reason point={point} reason={own?.reason ?? ''} />
      {model.selection !== null && (
        <p class="yours-hint">
          <Icon name="quote" />
          <span>
            {t.yours.selected} <Foreign text={short(model.selection.text)} />
          </span>
        </p>
      )}
      <Refusal point={point} />
      {saved !== null && !saved.carried && (
        <p class="yours-hint needs-quote">
          <Icon name="warning" />
          <span>{t.yours.noQuote}</span>
        </p>
      )}
      {saved?.quotes.map((quote, i) => (
        <QuoteLink key={i} quote={quote} />
      ))}
      <p class="quiet yours-note">
        {saved !== null && (
          <span title={instant(saved.at, t.locale)}>
            <Words text={t.yours.saved(shortInstant(saved.at, t.locale))} />{' '}
          </span>
        )}
        {saved?.adopted === true ? t.yours.decides : t.yours.beside}
      </p>
    </section>
  );
}

function short(text: string): string {
  const most = 80;
  if (text.length <= most) return text;
  // No character is cut in two.
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

function WordButtons({ point, word }: { point: ReviewPoint; word: LabelWord | null }): JSX.Element {
  const { control, t } = usePanel();
  const first = word ?? 'met';
  return (
    <div
      class={point.kind === 'required' ? 'words' : 'words trigger'}
      role="radiogroup"
      aria-label={t.yours.title}
      onKeyDown={moveBetweenWords}
    >
      {WORDS.map(([one, key]) => (
        <button
          key={one}
          type="button"
          role="radio"
          class="word"
          aria-checked={one === word}
          aria-keyshortcuts={key}
          tabIndex={one === first ? 0 : -1}
          // A press must not end the selection that the word is to rest on.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => control.labels.give(one)}
        >
          <Icon name={iconOf(one, point)} class={toneOf(one, point)} />
          <span>{wordOf(t, one, point)}</span>
          <kbd aria-hidden="true">{key}</kbd>
        </button>
      ))}
    </div>
  );
}

/** Arrows move between the words; one is given by Enter or Space, for it is saved at once. */
function moveBetweenWords(event: KeyboardEvent): void {
  const by = ['ArrowRight', 'ArrowDown'].includes(event.key)
    ? 1
    : ['ArrowLeft', 'ArrowUp'].includes(event.key)
      ? -1
      : 0;
  if (by === 0 || !(event.currentTarget instanceof HTMLElement)) return;
  const all = [...event.currentTarget.querySelectorAll('button')];
  const at = all.findIndex((button) => button === document.activeElement);
  all[(at + by + all.length) % all.length]?.focus();
  event.preventDefault();
  event.stopPropagation();
}

function Reason({ point, reason }: { point: ReviewPoint; reason: string }): JSX.Element {
  const { model, control, t } = usePanel();
  const draft = model.view.drafts.find((one) => one.point === point.id)?.reason;
  return (
    <input
      class="text-box"
      type="text"
      maxLength={4_000}
      aria-label={t.yours.reason}
      placeholder={t.yours.reason}
      value={draft ?? reason}
      onInput={(event) => control.labels.typed(point, event.currentTarget.value)}
      onChange={(event) => control.labels.reason(point, event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.stopPropagation();
        control.labels.reason(point, event.currentTarget.value);
        control.focus('point');
      }}
    />
  );
}

/** What could not be written, and what somebody else said meanwhile: both words are shown. */
function Refusal({ point }: { readonly point: ReviewPoint }): JSX.Element | null {
  const { model, control, t } = usePanel();
  const { refused } = model.labelling;
  if (refused === null || (refused.wish.type === 'human.set' && refused.wish.point !== point.id)) return null;
  const { newer, why, wish } = refused;
  const mine = wish.type === 'human.set' ? wish.word : null;
  return (
    <div class="refusal" role="alert">
      <p>
        <Words text={why} />
      </p>
      {newer !== null && (
        <p>
          <b>{wordOf(t, newer.word, point)}</b> <Words text={newer.who} class="quiet" />{' '}
          <Foreign text={newer.reason} />
        </p>
      )}
      {mine !== null && (
        <p>
          <b>{wordOf(t, mine, point)}</b> <span class="quiet">{t.yours.yourWish}</span>
        </p>
      )}
      <button type="button" class="link" onClick={() => control.labels.again()}>
        {t.yours.again}
      </button>
    </div>
  );
}
