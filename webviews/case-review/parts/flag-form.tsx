import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { flagDimension, type FlagDimension } from '../../../schemas/labels.ts';
import { Icon } from '../../shared/icon.tsx';
import { Words } from '../../shared/text/text.tsx';
import { usePanel } from '../context.ts';
import type { Shown } from '../model/store.ts';

/** A flag for human review: what is in doubt, at which points, and why. It never changes a score. */
export function FlagForm({ shown }: { readonly shown: Shown }): JSX.Element {
  const { model, control, t } = usePanel();
  const { review, reviewer } = shown;
  const mine = review.flags.flatMap(({ own, by }) => (own !== undefined && by === reviewer ? [own] : []));
  const [dimension, setDimension] = useState<FlagDimension>(mine[0]?.dimension ?? 'rubric');
  const before = mine.find((one) => one.dimension === dimension);
  const chosen = model.view.point;
  const [points, setPoints] = useState<readonly string[]>(
    mine[0]?.points ?? (chosen === null ? [] : [chosen]),
  );
  const [reason, setReason] = useState(mine[0]?.reason ?? '');
  const dialog = useRef<HTMLDialogElement>(null);
  const words = useRef<HTMLTextAreaElement>(null);
  // Before the next key: what follows the one that opened it belongs to the dialog.
  useLayoutEffect(() => {
    dialog.current?.showModal();
    words.current?.focus();
  }, []);
  const close = (): void => control.store.set({ flagging: false });
  const change = (to: FlagDimension): void => {
    setDimension(to);
    const there = mine.find((one) => one.dimension === to);
    if (there === undefined) return;
    setPoints(there.points);
    setReason(there.reason);
  };
  const save = (): void => {
    if (reason.trim() === '') return;
    control.labels.flag({ dimension, points: [...points], reason: reason.trim() });
    close();
  };
  const clear = (): void => {
    control.labels.flag({ dimension, points: [], reason: null });
    close();
  };
  return (
    <dialog
      ref={dialog}
      class="sheet flag-form"
      aria-labelledby="flag-title"
      onClose={close}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
        event.preventDefault();
        save();
      }}
    >
      <div class="sheet-head">
        <h2 id="flag-title">
          <Icon name="flag" /> <Words text={t.flag.title(review.case_id)} />
        </h2>
        <button type="button" class="link" onClick={close}>
          {t.keys.close} <kbd>Esc</kbd>
        </button>
      </div>
      <div class="words" role="radiogroup" aria-label={t.flag.dimension}>
        {flagDimension.options.map((one) => (
          <button
            key={one}
            type="button"
            role="radio"
            class="word"
            aria-checked={one === dimension}
            onClick={() => change(one)}
          >
            {t.flag.dimensions[one]}
          </button>
        ))}
      </div>
      <div class="chips" role="group" aria-label={t.points}>
        <span class="quiet">{t.points}</span>
        {review.points.map(({ id }) => (
          <button
            key={id}
            type="button"
            class="chip"
            aria-pressed={points.includes(id)}
            onClick={() =>
              setPoints(points.includes(id) ? points.filter((one) => one !== id) : [...points, id])
            }
          >
            <Words text={id} />
          </button>
        ))}
      </div>
      <textarea
        ref={words}
        class="text-box"
        rows={4}
        maxLength={4_000}
        aria-label={t.flag.reason}
        placeholder={t.flag.reason}
        value={reason}
        onInput={(event) => setReason(event.currentTarget.value)}
      />
      <div class="flag-foot">
        <span class="quiet">{t.flag.never}</span>
        {before !== undefined && (
          <button type="button" class="link" onClick={clear}>
            {t.flag.clear}
          </button>
        )}
        <button type="button" class="button secondary" onClick={close}>
          {t.flag.cancel}
        </button>
        <button type="button" class="button" disabled={reason.trim() === ''} onClick={save}>
          {t.flag.save} <kbd>{isMac() ? 'Cmd' : 'Ctrl'} Enter</kbd>
        </button>
      </div>
    </dialog>
  );
}

const isMac = (): boolean => navigator.userAgent.includes('Mac');
