import { distance } from 'fastest-levenshtein';

/** The candidate nearest to a mistyped word, or undefined when none is near. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  if (word.length > 200) return undefined;
  const limit = Math.max(1, Math.floor(word.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    if (candidate === word) continue;
    const d =
      candidate.toLowerCase() === word.toLowerCase()
        ? 0
        : Math.abs(candidate.length - word.length) > limit
          ? bestDistance
          : distance(word, candidate);
    if (d < bestDistance) {
      best = candidate;
      bestDistance = d;
    }
  }
  return best;
}

/** ` Did you mean "x"?`, or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found === undefined ? '' : ` Did you mean "${found}"?`;
}

/** `a, b, c` or `a, b, c … (n in all)`. */
export function listed(words: readonly string[], most = 8): string {
  if (words.length === 0) return 'none';
  return words.length <= most
    ? words.join(', ')
    : `${words.slice(0, most).join(', ')} … (${words.length} in all)`;
}
