import type { ComponentChildren, JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { usePanel } from '../context.ts';

/** The keys that are worth knowing, at the bottom edge. */
export function KeysBar({ cases, label }: { cases: boolean; label: boolean }): JSX.Element {
  const { t, control } = usePanel();
  return (
    <footer class="keys-bar">
      <Keys keys={['J', 'K']} words={t.keys.point} />
      <Keys keys={['Enter']} words={t.keys.quote} />
      {label && <Keys keys={['M', 'U', 'C']} words={t.keys.verdict} />}
      {label && <Keys keys={['F']} words={t.keys.flag} />}
      {!label && <Keys keys={['B']} words={t.keys.back} />}
      <Keys keys={['O']} words={t.keys.source} />
      {cases && <Keys keys={['[', ']']} words={t.keys.case} />}
      <button type="button" class="keys-all" onClick={() => control.store.set({ sheet: true })}>
        <Keys keys={['?']} words={t.keys.all} />
      </button>
    </footer>
  );
}

function Keys({ keys, words }: { readonly keys: readonly string[]; readonly words: string }): JSX.Element {
  return (
    <span class="keys">
      {keys.map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
      <span>{words}</span>
    </span>
  );
}

/** All keys. A dialog, so that the keyboard stays in it until it is closed. */
export function KeysSheet(): JSX.Element {
  const { t, control } = usePanel();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const close = (): void => control.store.set({ sheet: false });
  const find = navigator.userAgent.includes('Mac') ? 'Cmd+F' : 'Ctrl+F';
  return (
    <dialog ref={dialog} class="sheet" aria-labelledby="keys-title" onClose={close}>
      <div class="sheet-head">
        <h2 id="keys-title">{t.keys.title}</h2>
        <button type="button" class="link" onClick={close}>
          {t.keys.close} <kbd>Esc</kbd>
        </button>
      </div>
      <dl>
        <Row keys={['J', 'K']}>{t.keys.nextPoint}</Row>
        <Row keys={['Enter']}>{t.keys.firstQuote}</Row>
        <Row keys={['N', 'P']}>{t.keys.nextQuote}</Row>
        <Row keys={['B']}>{t.keys.backToPoint}</Row>
        <Row keys={['1', '2', '3', '4']}>{t.keys.tabs}</Row>
        <Row keys={['F6']}>{t.keys.sides}</Row>
        <Row keys={['M', 'U', 'C']}>{t.keys.yourWord}</Row>
        <Row keys={['0']}>{t.keys.clear}</Row>
        <Row keys={['F']}>{t.keys.flagForm}</Row>
        <Row keys={['H']}>{t.keys.hide}</Row>
        <Row keys={['/']}>{t.keys.filter}</Row>
        <Row keys={[find]}>{t.keys.find}</Row>
        <Row keys={['O']}>{t.keys.reveal}</Row>
        <Row keys={['[', ']']}>{t.keys.cases}</Row>
        <Row keys={['?']}>{t.keys.sheet}</Row>
        <Row keys={['Esc']}>{t.keys.escape}</Row>
      </dl>
    </dialog>
  );
}

function Row({ keys, children }: { keys: readonly string[]; children: ComponentChildren }): JSX.Element {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd key={key}>{key}</kbd>
        ))}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
