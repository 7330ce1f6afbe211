import type { JSX } from 'preact';
import type { CaseReview, PointState, ReviewPoint } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Foreign, Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import { hasSecond, judgesDiffer } from '../model/filters.ts';
import { VerdictGlyph } from './glyph.tsx';
import { JudgementBlock } from './judgement.tsx';
import { QuotedInPlace } from './quoted-in-place.tsx';

/** States that need words under the text; the others are told by their glyph alone. */
const WORDED: Partial<Record<PointState, string>> = {
  overridden: 'circle-slash',
  'gate-unmet': 'lock',
  cannot: 'question',
  triggered: 'circle-filled',
};

interface RowProps {
  readonly point: ReviewPoint;
  readonly review: CaseReview;
  readonly chosen: boolean;
  readonly tabbable: boolean;
  readonly edited: boolean;
}

/** One checkpoint; the chosen one is whole, with what the judges said and what they rest on. */
export function PointRow({ point, review, chosen, tabbable, edited }: RowProps): JSX.Element {
  const { model, control } = usePanel();
  const classes = ['point', ...(chosen ? ['chosen'] : []), ...(edited ? ['edited'] : [])].join(' ');
  return (
    <div class={classes} role="none" data-point={point.id}>
      <div
        class="point-head"
        role="option"
        aria-selected={chosen}
        tabIndex={tabbable ? 0 : -1}
        onClick={() => {
          // A person who marks words to copy them is not choosing.
          if (window.getSelection()?.isCollapsed !== false)
            control.select(point.id, { from: 'person', focus: 'point' });
        }}
      >
        <HeadLine point={point} review={review} edited={edited} />
        <p class={chosen ? 'point-text' : 'point-text cut'}>
          <PointText text={point.rendered} />
        </p>
        <StateLines point={point} />
      </div>
      {chosen && (
        <div class="point-body">
          {point.judgements.map((judgement, i) => (
            <JudgementBlock
              key={i}
              point={point}
              judgement={judgement}
              differs={i > 0 && judgesDiffer(point)}
            />
          ))}
          {model.narrow && <QuotedInPlace point={point} />}
        </div>
      )}
    </div>
  );
}

function HeadLine({ point, review, edited }: Pick<RowProps, 'point' | 'review' | 'edited'>): JSX.Element {
  const { t } = usePanel();
  const judgements = (['first', 'second'] as const)
    .slice(0, hasSecond(review) ? 2 : 1)
    .map((by) => point.judgements.find((j) => j.by === by));
  return (
    <div class="point-line">
      <b class="point-id">
        <Words text={point.id} />
      </b>
      <span class="tags">
        {point.tags.map((tag, i) => (
          <span key={i} class={point.delivery_gate && isGate(tag) ? 'tag gate' : 'tag'}>
            {point.delivery_gate && isGate(tag) && <Icon name="lock" />}
            <Foreign text={tag} />
          </span>
        ))}
        {edited && (
          <span class="tag">
            <Icon name="edit" />
            {t.edited}
          </span>
        )}
      </span>
      <span class="verdicts">
        {judgements.map((judgement, i) => (
          <VerdictGlyph
            key={i}
            word={judgement?.word ?? 'none'}
            point={point}
            differs={i > 0 && judgesDiffer(point)}
          />
        ))}
      </span>
    </div>
  );
}

function isGate(tag: string): boolean {
  return tag.includes('交付门');
}

/** What the point asks; the basis that it refers to is not part of the demand. */
function PointText({ text }: { readonly text: string }): JSX.Element {
  const at = text.lastIndexOf('（依据');
  if (at <= 0) return <Foreign text={text} />;
  return (
    <>
      <Foreign text={text.slice(0, at)} />
      <Foreign text={text.slice(at)} class="quiet" />
    </>
  );
}

function StateLines({ point }: { readonly point: ReviewPoint }): JSX.Element | null {
  const { t } = usePanel();
  const icon = WORDED[point.state];
  if (icon === undefined && point.flagged === undefined) return null;
  const at = point.label.search(/[,，:：;；]/);
  const end = at < 0 ? point.label.length : at;
  return (
    <>
      {icon !== undefined && (
        <p class="point-state">
          <Icon name={icon} />
          <span>
            <b>
              <Words text={point.label.slice(0, end)} />
            </b>
            <Words text={point.label.slice(end)} />
          </span>
        </p>
      )}
      {point.flagged !== undefined && (
        <p class="point-state">
          <Icon name="flag" />
          <span>
            {t.flagged}: <Words text={point.flagged} />
          </span>
        </p>
      )}
    </>
  );
}
