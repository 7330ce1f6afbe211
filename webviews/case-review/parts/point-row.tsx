import type { JSX } from 'preact';
import type { HumanWord, PointState, ReviewPoint } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { Foreign, Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import { hasHuman, hasSecond, judgesDiffer } from '../model/filters.ts';
import { ownWord } from '../model/label-control.ts';
import type { Shown } from '../model/store.ts';
import { VerdictGlyph } from './glyph.tsx';
import { HumanVerdict } from './human-verdict.tsx';
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
  readonly shown: Shown;
  readonly chosen: boolean;
  readonly tabbable: boolean;
  readonly edited: boolean;
}

/** One checkpoint; the chosen one is whole, with what the judges said and what they rest on. */
export function PointRow({ point, shown, chosen, tabbable, edited }: RowProps): JSX.Element {
  const { model, control } = usePanel();
  const { blind } = model.view;
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
        <HeadLine point={point} shown={shown} edited={edited} />
        <p class={chosen ? 'point-text' : 'point-text cut'}>
          <PointText text={point.rendered} />
        </p>
        <Readings point={point} />
        <StateLines point={point} blind={blind} />
      </div>
      {chosen && (
        <div class="point-body">
          {(blind ? [] : point.judgements).map((judgement, i) => (
            <JudgementBlock
              key={i}
              point={point}
              judgement={judgement}
              differs={i > 0 && judgesDiffer(point)}
            />
          ))}
          {(blind ? [] : othersOf(point, shown)).map((said, i) => (
            <JudgementBlock
              key={`h${i}`}
              point={point}
              judgement={said}
              differs={false}
              decides={said.adopted}
            />
          ))}
          {shown.may.label && <HumanVerdict point={point} shown={shown} />}
          {model.narrow && <QuotedInPlace point={point} />}
        </div>
      )}
    </div>
  );
}

/** What others than this person said: their own words stand in the form. */
function othersOf(point: ReviewPoint, { may, reviewer }: Shown): readonly HumanWord[] {
  return point.human.filter((one) => one.model || one.who !== reviewer || !may.label);
}

function HeadLine({ point, shown, edited }: Pick<RowProps, 'point' | 'shown' | 'edited'>): JSX.Element {
  const { t, model } = usePanel();
  const { review, may, reviewer } = shown;
  const { blind } = model.view;
  const own = ownWord(point, model.labelling, reviewer);
  const judgements = (['first', 'second'] as const)
    .slice(0, blind ? 0 : hasSecond(review) ? 2 : 1)
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
        {hasHuman(review, may.label) && <VerdictGlyph word={own?.word ?? 'none'} point={point} own />}
      </span>
    </div>
  );
}

function isGate(tag: string): boolean {
  return tag.includes('交付门');
}

/** How the author wants the point read by what earlier cases left in the world. */
function Readings({ point }: { readonly point: ReviewPoint }): JSX.Element {
  return (
    <>
      {(point.readings ?? []).map(({ label, text, applies }, i) => (
        <p key={i} class={applies === false ? 'point-state quiet' : 'point-state'}>
          <Icon name={applies === null ? 'question' : 'git-branch'} />
          <span>
            <b>
              <Words text={label} />
            </b>{' '}
            <Foreign text={text} />
          </span>
        </p>
      ))}
    </>
  );
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

function StateLines({ point, blind }: { point: ReviewPoint; blind: boolean }): JSX.Element | null {
  const { t } = usePanel();
  const decided = point.decided_by === undefined ? undefined : 'account';
  const icon = blind ? undefined : (WORDED[point.state] ?? decided);
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
