import type { ReviewState } from '../../shared/protocol.ts';
import type { Store } from './store.ts';

const PAUSE_MS = 150;

/** Keeps the view state with the editor: soon after a change, and at once when the page goes away. */
export function keepView(store: Store, save: (state: ReviewState) => void): void {
  let saved = store.model.view;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const now = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (saved === store.model.view) return;
    saved = store.model.view;
    save(saved);
  };
  store.onKeep(() => {
    if (saved !== store.model.view) timer ??= setTimeout(now, PAUSE_MS);
  });
  window.addEventListener('pagehide', now);
  document.addEventListener('visibilitychange', now);
}
