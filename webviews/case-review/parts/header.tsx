import type { JSX } from 'preact';
import { Icon } from '../../shared/icon.tsx';
import { Foreign } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import type { Shown } from '../model/store.ts';
import { Actions } from './actions.tsx';
import { BlindBar } from './blind-bar.tsx';
import { EnvCard, FlagRow, Problems, WhyNot, StaleBar } from './bars.tsx';
import { ResultHistory } from './result-history.tsx';
import { ScoreLine } from './score-line.tsx';

/** Case, verdict, and whatever a person must know before reading on. */
export function Header({ shown }: { readonly shown: Shown }): JSX.Element {
  const { model } = usePanel();
  const { review } = shown;
  const { progress } = review;
  const blind = model.view.blind && review.points.length > 0;
  return (
    <header class="head">
      {review.state === 'running' && progress !== undefined && (
        <progress
          class="run-bar"
          max={Math.max(1, progress.total)}
          value={progress.done}
          aria-hidden="true"
        />
      )}
      <div class="head-title">
        <span class="case-id">
          <Foreign text={review.case_id} />
        </span>
        <h1>
          <Foreign text={review.title} />
        </h1>
        <HeadIcons shown={shown} />
      </div>
      {blind ? <BlindBar /> : <ScoreLine review={review} />}
      <StaleBar shown={shown} />
      {review.flags.map((flag, i) => (
        <FlagRow
          key={i}
          flag={flag}
          mine={shown.may.label && flag.own !== undefined && flag.by === shown.reviewer}
        />
      ))}
      <Problems problems={review.problems} />
      <EnvCard review={review} />
      <Actions shown={shown} />
      <WhyNot shown={shown} />
      {!blind && <ResultHistory review={review} />}
    </header>
  );
}

function HeadIcons({ shown }: { readonly shown: Shown }): JSX.Element {
  const { control, t } = usePanel();
  const { position, may, review } = shown;
  const judged = review.state === 'PASS' || review.state === 'FAIL';
  const place = position === null ? '' : ` (${t.position(position.index + 1, position.total)})`;
  return (
    <div class="head-icons">
      {position !== null && (
        <>
          <IconButton
            name="chevron-up"
            label={`${t.previousCase}${place}`}
            disabled={position.index <= 0}
            onClick={() => control.send({ type: 'case.next', direction: 'previous' })}
          />
          <IconButton
            name="chevron-down"
            label={`${t.nextCase}${place}`}
            disabled={position.index >= position.total - 1}
            onClick={() => control.send({ type: 'case.next', direction: 'next' })}
          />
        </>
      )}
      {judged && may.run && (
        <IconButton name="play" label={t.run} onClick={() => control.send({ type: 'do', action: 'run' })} />
      )}
      {judged && may.judge && (
        <IconButton
          name="refresh"
          label={t.rejudge}
          onClick={() => control.send({ type: 'do', action: 'judge' })}
        />
      )}
    </div>
  );
}

function IconButton(props: {
  name: string;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}): JSX.Element {
  return (
    <button
      type="button"
      class="icon-button"
      aria-label={props.label}
      title={props.label}
      disabled={props.disabled ?? false}
      onClick={props.onClick}
    >
      <Icon name={props.name} />
    </button>
  );
}
