import { distance } from 'fastest-levenshtein';
import type { FindingData } from './model.ts';
import { tell, type Told } from './told.ts';

/** The candidate nearest to a mistyped word, or undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 200) return undefined;
  const limit = word.length < 4 ? 1 : Math.max(2, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const d = mistake(word, candidate, limit);
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/** Number of edits, with letter case and swapped letters counted lightly; Infinity when it is too many. */
function mistake(word: string, candidate: string, limit: number): number {
  const [a, b] = [word.toLowerCase(), candidate.toLowerCase()];
  if (a === b) return 0;
  if (Math.abs(a.length - b.length) > limit) return Infinity;
  return letters(a) === letters(b) ? 1 : distance(word, candidate);
}

const letters = (word: string): string => Array.from(word).sort().join('');

/** What a fix is told of a mistyped word; undefined when no candidate is near. */
export function meaning(word: string, candidates: Iterable<string>): FindingData | undefined {
  const meant = nearest(word, candidates);
  return meant === undefined ? undefined : { kind: 'misspelt', meant };
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string | Told {
  return mayMean(nearest(word, candidates));
}

/** The same, for a word that is known. */
export function mayMean(meant: string | undefined): string | Told {
  return meant === undefined ? '' : tell` Did you mean "${meant}"?`;
}

/** `a, b, c` or `a, b, c … (n in all)`. */
export function listed(words: readonly string[], most = 8): string | Told {
  if (words.length === 0) return tell`none`;
  return words.length <= most
    ? words.join(', ')
    : tell`${words.slice(0, most).join(', ')} … (${words.length} in all)`;
}
