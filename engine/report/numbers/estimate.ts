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
  const held = shown.low !== low || shown.high !== high;
  const cut = held && range !== undefined ? `${range[0]} … ${range[1]}` : null;
  return words.interval(Math.round(confidence * 100), decimal(shown.low), decimal(shown.high), cut);
}

export const labelled = (text: string, coverage: number | undefined, words: NumberWords): string =>
  coverage === undefined ? text : `${text}${SEPARATOR}${words.covers(percentOf(coverage))}`;

/**
 * An estimate as lines: the value with its interval (or why there is none), then the bootstrap and the bounds. `value`
 * stands for the bare number.
 */
export function estimateParts(
  estimate: Estimate,
  words: NumberWords,
  { value = numberOf(estimate.value), range }: { value?: string; range?: readonly [number, number] } = {},
): string[] {
  const { interval, se, df, bootstrap, bounds } = estimate;
  const within = range === undefined ? {} : { range };
  const first = [value];
  if (interval !== null && se !== null && df !== null)
    first.push(
      intervalText(interval, words, within),
      labelled(words.byStorylines(df + 1, decimal(se)), estimate.coverage, words),
    );
  else if (estimate.untestable !== undefined) first.push(words.untestable[estimate.untestable]);
  const parts = [first.join(SEPARATOR)];
  if (bootstrap?.interval != null) {
    const text = intervalText(bootstrap.interval, words, within);
    const named = bootstrap.method === 'exact' ? words.exactBootstrap(text) : words.bcaBootstrap(text);
    parts.push(labelled(named, bootstrap.coverage, words));
  }
  return [...parts, ...boundsParts(bounds, words)];
}

/** The range with missing scores as 0 and as 1; nothing where it is not known or none is missing. */
export function boundsParts(
  bounds: { readonly worst: number; readonly best: number } | null | undefined,
  words: NumberWords,
): string[] {
  return bounds == null ? [] : [words.bounds(decimal(bounds.worst), decimal(bounds.best))];
}
