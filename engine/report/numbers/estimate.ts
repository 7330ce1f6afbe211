import type { Estimate } from '../../../schemas/index.ts';
import { clip } from '../../statistics/index.ts';
import { decimal } from '../terminal.ts';
import type { NumberWords } from './words.ts';

export const SEPARATOR = ' · ';

export const numberOf = (value: number | null): string => (value === null ? '–' : decimal(value));

/** Share of 1 as whole per cent, or with one digit. */
export const percentOf = (share: number): string => String(Math.round(share * 1000) / 10);

interface Ends {
  readonly low: number;
  readonly high: number;
}

/** An interval in words; with `range` its ends are held inside for display, and that is said. */
export function intervalText(
  { low, high }: Ends,
  words: NumberWords,
  { confidence = 0.95, range }: { confidence?: number; range?: readonly [number, number] } = {},
): string {
  const shown = range === undefined ? { low, high } : clip({ low, high }, range[0], range[1]);
  const cut = shown.low !== low || shown.high !== high;
  return words.interval(Math.round(confidence * 100), decimal(shown.low), decimal(shown.high), cut);
}

export const labelled = (text: string, coverage: number | undefined, words: NumberWords): string =>
  coverage === undefined ? text : `${text} (${words.covers(percentOf(coverage))})`;

/** Everything about an estimate but its value: interval, error, bootstrap, bounds, or why there is none. */
export function uncertainty(
  estimate: Estimate,
  words: NumberWords,
  clusters: number,
  range?: readonly [number, number],
): string[] {
  const { interval, se, bootstrap, bounds } = estimate;
  const within = range === undefined ? {} : { range };
  const parts: string[] = [];
  if (interval !== null && se !== null)
    parts.push(
      labelled(
        `${intervalText(interval, words, within)} (${words.byStorylines(clusters, decimal(se))})`,
        estimate.coverage,
        words,
      ),
    );
  else if (estimate.untestable !== undefined) parts.push(words.untestable[estimate.untestable]);
  if (bootstrap?.interval != null) {
    const text = intervalText(bootstrap.interval, words, within);
    const named = bootstrap.method === 'exact' ? words.exactBootstrap(text) : words.bcaBootstrap(text);
    parts.push(labelled(named, bootstrap.coverage, words));
  }
  if (bounds != null) parts.push(words.bounds(decimal(bounds.worst), decimal(bounds.best)));
  return parts;
}
