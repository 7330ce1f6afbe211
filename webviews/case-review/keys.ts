import { evidenceKind } from '../../schemas/review.ts';
import type { Controller } from './model/controller.ts';

type Action = () => void;

/**
 * The single keys of the panel. A key that was used goes no further: the editor listens above, and would take F6 as a
 * wish to leave the panel.
 */
export function onKey(event: KeyboardEvent, control: Controller): void {
  // Where `[` or `/` is typed with AltGr, that comes as Ctrl and Alt.
  const modified = (event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph');
  if (modified || event.metaKey || event.isComposing || event.defaultPrevented) return;
  const target = event.target instanceof HTMLElement ? event.target : null;
  if (target?.closest('input, textarea, select, [contenteditable]') != null) return;
  // The sheet of keys is a dialog of its own: Escape closes it, nothing else reaches the panel.
  if (control.store.model.sheet || control.store.model.flagging) return;
  if (control.store.model.shown === null) return;
  const action = actionOf(event.key, target, control);
  if (action === null) return;
  event.preventDefault();
  event.stopPropagation();
  action();
}

function actionOf(key: string, target: HTMLElement | null, control: Controller): Action | null {
  const { store } = control;
  const inEvidence = target?.closest('.evidence') != null;
  switch (key.length === 1 ? key.toLowerCase() : key) {
    case 'j':
      return () => control.step(1);
    case 'k':
      return () => control.step(-1);
    case 'ArrowDown':
    case 'ArrowUp':
      // In the evidence the arrows scroll.
      if (inEvidence || target?.closest('[role=tablist], [role=radiogroup]') != null) return null;
      return () => control.step(key === 'ArrowDown' ? 1 : -1);
    case 'Enter':
    case ' ':
      if (inEvidence || target?.closest('button, summary') != null) return null;
      return () => control.firstQuote();
    case 'm':
      return () => control.labels.give('met');
    case 'u':
      return () => control.labels.give('unmet');
    case 'c':
      return () => control.labels.give('cannot');
    case '0':
      return () => control.labels.give(null);
    case 'f':
      return () => control.openFlag();
    case 'h':
      return () => control.hideJudges();
    case 'n':
      return () => control.stepQuote(1);
    case 'p':
      return () => control.stepQuote(-1);
    case 'b':
      return () => control.goBack(target?.dataset['quote']);
    case '1':
    case '2':
    case '3':
    case '4':
      return () => showKind(Number(key) - 1, control);
    case '/':
      return () => control.toFilter();
    case 'o':
      return () => control.reveal(store.model.view.point);
    case '[':
    case ']':
      if (store.model.shown?.position == null) return null;
      return () => control.send({ type: 'case.next', direction: key === '[' ? 'previous' : 'next' });
    case '?':
      return () => store.set({ sheet: true });
    case 'Escape':
      return isAway(target, control) ? () => control.goBack() : null;
    case 'F6':
      return inEvidence ? () => control.goBack() : () => goToEvidence(control);
    default:
      return null;
  }
}

/** Whether there is a list to go back to; else Escape is the editor's. */
function isAway(target: HTMLElement | null, { store }: Controller): boolean {
  const { narrow, view } = store.model;
  return (narrow && view.pane === 'evidence') || target?.closest('.evidence, .tabs, .chips') != null;
}

function showKind(place: number, control: Controller): void {
  const kind = evidenceKind.options[place];
  if (kind === undefined) return;
  control.tab(kind);
  control.focus('evidence');
}

function goToEvidence(control: Controller): void {
  control.showEvidence();
  control.focus('evidence');
}
