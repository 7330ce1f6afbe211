import { useRef, useState, useEffect } from 'preact/hooks';
import type { Strings } from '../../shared/l10n/index.ts';
import type { Model } from '../model/store.ts';

const PAUSE_MS = 10_000;

/** How far a running case is, for those who listen: at most every ten seconds. */
export function useProgressWords(model: Model, t: Strings): string {
  const progress = model.shown?.review.state === 'running' ? model.shown.review.progress : undefined;
  const words = progress === undefined ? '' : t.steps(progress.done, progress.total);
  const [said, say] = useState(words);
  const last = useRef(0);
  useEffect(() => {
    if (words === said) return;
    const wait = Math.max(0, last.current + PAUSE_MS - Date.now());
    const timer = setTimeout(() => {
      last.current = Date.now();
      say(words);
    }, wait);
    return () => clearTimeout(timer);
  }, [words, said]);
  return said;
}
