import type { JSX } from 'preact';
import type { ReviewPoint, Word } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import type { Strings } from '../../shared/l10n/index.ts';
import { usePanel } from '../context.ts';

const CHECK: Readonly<Record<Word, string>> = {
  met: 'check',
  unmet: 'close',
  cannot: 'question',
  none: 'dash',
};
const TRIGGER: Readonly<Record<Word, string>> = { ...CHECK, met: 'circle-filled', unmet: 'circle' };

export function iconOf(word: Word, point: ReviewPoint): string {
  return (point.kind === 'required' ? CHECK : TRIGGER)[word];
}

export function wordOf(t: Strings, word: Word, point: ReviewPoint): string {
  return (point.kind === 'required' ? t.word : t.trigger)[word];
}

/** Colour class of a word: a triggered deduction is as bad as an unmet point, one not triggered is no news. */
export function toneOf(word: Word, point: ReviewPoint): string {
  if (word === 'cannot') return 'tone-person';
  if (word === 'none') return 'tone-none';
  if (point.kind === 'required') return word === 'met' ? 'tone-met' : 'tone-unmet';
  return word === 'met' ? 'tone-unmet' : 'tone-none';
}

/** A judge's word as a shape: dashed box where a gate overrides it, yellow box where a person is needed. */
export function VerdictGlyph({ word, point, differs = false, own = false }: GlyphProps): JSX.Element {
  const { t } = usePanel();
  // A person's word decides nothing before a re-score, so nothing overrides it.
  const overridden = !own && word === 'met' && point.state === 'overridden';
  const label = [
    ...(own ? [t.yours.title] : []),
    own && word === 'none' ? t.yours.none : wordOf(t, word, point),
    ...(overridden ? [t.overridden] : []),
    ...(differs ? [t.judgesDiffer] : []),
  ].join(', ');
  const box = differs || (word === 'cannot' && !own) ? 'box-person' : overridden ? 'box-overridden' : '';
  return (
    <span class={`glyph ${box} ${toneOf(word, point)}`} role="img" aria-label={label} title={label}>
      <Icon name={iconOf(word, point)} />
    </span>
  );
}

interface GlyphProps {
  readonly word: Word;
  readonly point: ReviewPoint;
  readonly differs?: boolean;
  /** The word of the person who looks at it. */
  readonly own?: boolean;
}
