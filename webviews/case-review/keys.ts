import type { Controller } from './model/controller.ts';
import { KINDS } from './parts/tabs.tsx';

/**
 * The single keys of the panel. A key that was used goes no further: the editor listens above, and would take F6 as a
 * wish to leave the panel.
 */
export function onKey(event: KeyboardEvent, control: Controller): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || event.defaultPrevented) return;
  const { target } = event;
  if (target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]')) return;
  // The sheet of keys is a dialog of its own: Escape closes it, nothing else reaches the panel.
  if (control.store.model.sheet || control.store.model.shown === null) return;
  if (!act(event, target instanceof HTMLElement ? target : null, control)) return;
  event.preventDefault();
  event.stopPropagation();
}

function act(event: KeyboardEvent, target: HTMLElement | null, control: Controller): boolean {
  const { store } = control;
  const { key } = event;
  const inEvidence = target?.closest('.evidence') != null;
  const onControl = target?.closest('button, summary, a') != null;
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'j':
      return done(control.step(1));
    case 'k':
      return done(control.step(-1));
    case 'ArrowDown':
    case 'ArrowUp':
      // In the evidence the arrows scroll.
      if (inEvidence || target?.closest('[role=tablist]') != null) return false;
      return done(control.step(key === 'ArrowDown' ? 1 : -1));
    case 'Enter':
    case ' ':
      if (onControl || inEvidence) return false;
      return done(control.firstQuote());
    case 'n':
      return done(control.stepQuote(1));
    case 'p':
      return done(control.stepQuote(-1));
    case 'b':
      return done(control.goBack(quoteUnder(target)));
    case '1':
    case '2':
    case '3':
    case '4': {
      const kind = KINDS[Number(key) - 1];
      if (kind === undefined) return false;
      control.tab(kind);
      return done(control.focus('evidence'));
    }
    case '/':
      return done(control.command('find'));
    case 'o':
      return done(control.reveal(store.model.view.point));
    case '[':
    case ']': {
      if (store.model.shown?.position == null) return false;
      return done(control.send({ type: 'case.next', direction: key === '[' ? 'previous' : 'next' }));
    }
    case '?':
      return done(store.set({ sheet: true }));
    case 'Escape':
      return done(control.goBack());
    case 'F6':
      if (inEvidence) return done(control.goBack());
      control.showEvidence();
      return done(control.focus('evidence'));
    default:
      return false;
  }
}

function quoteUnder(target: HTMLElement | null): string | undefined {
  return target?.dataset['quote'];
}

function done(_: undefined | void): true {
  return true;
}
