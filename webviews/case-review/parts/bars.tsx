import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CaseReview, ReviewProblem } from '../../../schemas/review.ts';
import { Icon } from '../../shared/icon.tsx';
import { plain } from '../../shared/text/invisible.ts';
import { Foreign, Words } from '../../shared/text/text.tsx';
import { instant } from '../../shared/text/when.ts';
import { usePanel } from '../context.ts';
import type { Shown } from '../model/store.ts';

interface FlagProps {
  readonly flag: CaseReview['flags'][number];
  /** The person who looks at it raised it, and may change it. */
  readonly mine: boolean;
}

/** A flag in one line (two in one column) with the way to its whole reason. */
export function FlagRow({ flag, mine }: FlagProps): JSX.Element {
  const { t, control } = usePanel();
  const [open, setOpen] = useState(false);
  const text = useRef<HTMLParagraphElement>(null);
  const [cut, setCut] = useState(false);
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    const look = (): void => {
      if (!open) setCut(element.scrollHeight > element.clientHeight + 1);
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [open, flag.reason]);
  return (
    <div class="bar bar-flag">
      <Icon name="flag" />
      <p ref={text} class={open ? 'bar-text' : 'bar-text cut'}>
        <b>
          {t.flaggedReview}
          {' · '}
          <Words text={flag.dimension} />
        </b>
        {' — '}
        <Foreign text={flag.reason} />
        {open && (
          <span class="quiet">
            {' · '}
            <Words text={flag.by} /> <Words text={instant(flag.at, t.locale)} />
          </span>
        )}
      </p>
      {(cut || open) && (
        <button type="button" class="link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? t.showLess : t.showAll}
        </button>
      )}
      {mine && (
        <button type="button" class="link" onClick={() => control.openFlag()}>
          {t.flag.edit}
        </button>
      )}
    </div>
  );
}

/** The author's text is not the one that was judged. */
export function StaleBar({ shown }: { readonly shown: Shown }): JSX.Element | null {
  const { t, control } = usePanel();
  const { stale, may } = shown;
  if (stale === null) return null;
  return (
    <div class="bar bar-stale">
      <Icon name="history" />
      <p class="bar-text">
        <b>
          <Words text={t.changed(stale.points)} />
        </b>{' '}
        <Words text={t.belongsTo(stale.version)} />
      </p>
      {may.run && (
        <button type="button" class="link" onClick={() => control.send({ type: 'do', action: 'run' })}>
          {t.runAgain}
        </button>
      )}
    </div>
  );
}

/** What is wrong with the folder that is shown, each with its way out. */
export function Problems({ problems }: { readonly problems: readonly ReviewProblem[] }): JSX.Element | null {
  const { t, control } = usePanel();
  if (problems.length === 0) return null;
  const list = (
    <ul class="problems">
      {problems.map(({ text, path }, i) => (
        <li key={i}>
          <Words text={text} />
          {path !== undefined && (
            <>
              {' '}
              <button
                type="button"
                class="link"
                title={plain(path)}
                onClick={() => control.send({ type: 'open', path })}
              >
                {t.openFile}
              </button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <div class="bar bar-problems">
      <Icon name="warning" />
      {problems.length < 3 ? (
        list
      ) : (
        <details class="bar-text">
          <summary>{t.problems(problems.length)}</summary>
          {list}
        </details>
      )}
    </div>
  );
}

export function EnvCard({ review }: { readonly review: CaseReview }): JSX.Element | null {
  if (review.env === undefined) return null;
  return (
    <p class="env">
      <Icon name="debug-disconnect" />
      <Words text={review.env} />
    </p>
  );
}

/** Why there are no buttons, or not all. */
export function WhyNot({ shown }: { readonly shown: Shown }): JSX.Element | null {
  const { t } = usePanel();
  const { batch, case_id } = shown.review;
  if (!batch.readonly && shown.may.run) return null;
  return (
    <p class="quiet-line">
      <Icon name="lock" />
      <span>
        {batch.readonly ? t.readonly : <Words text={t.elsewhere(case_id)} />}
        {batch.why_readonly !== undefined && (
          <>
            {' '}
            <Words text={batch.why_readonly} />
          </>
        )}
      </span>
    </p>
  );
}
