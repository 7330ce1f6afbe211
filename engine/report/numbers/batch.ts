import type { BatchStatistics, Summary } from '../../../schemas/index.ts';
import { decimal } from '../terminal.ts';
import { aligned, type Line } from './aligned.ts';
import { intervalText, labelled, numberOf, SEPARATOR, uncertainty } from './estimate.ts';
import type { NumberWords } from './words.ts';

const STATES = ['PASS', 'FAIL', 'PENDING', 'FAIL_ENV', 'RERUN', 'NOT_RUN'];
const SHARE = [0, 1] as const;

const line = (label: string, ...parts: readonly string[]): Line => ({ label, text: parts.join(SEPARATOR) });

/** Every state with its count, also of those that did not occur. */
export function statesText(counts: Summary['counts']): string {
  const others = Object.keys(counts).filter((state) => state !== 'total' && !STATES.includes(state));
  return [...STATES, ...others].map((state) => `${state} ${counts[state] ?? 0}`).join(SEPARATOR);
}

/** The totals of a batch: denominator and states first, then each number with what it is worth. */
export function batchNumbers(summary: Summary, words: NumberWords): string[] {
  const { statistics, human_review: review, cross_check: cross } = summary;
  return [
    `${words.counting(summary.scored_total, summary.cases_planned)}${SEPARATOR}${statesText(summary.counts)}`,
    ...aligned([
      ...(statistics === undefined ? plainNumbers(summary, words) : numbers(summary, statistics, words)),
      ...(summary.veto_triggered === 0 ? [] : [line(words.vetoes, String(summary.veto_triggered))]),
      ...(cross === undefined ? [] : [line(words.second, words.agrees(cross.agree, cross.cases))]),
      ...(review === undefined
        ? []
        : [line(words.flagged, `${review.cases}: ${review.case_ids.join(', ')}`)]),
    ]),
    ...(summary.statistics_limit === undefined ? [] : [summary.statistics_limit]),
  ];
}

const boundsText = (
  bounds: { worst: number; best: number } | null | undefined,
  words: NumberWords,
): string[] => (bounds == null ? [] : [words.bounds(decimal(bounds.worst), decimal(bounds.best))]);

/** Numbers of a summary without statistics: another tool's, or an older version's. */
function plainNumbers(summary: Summary, words: NumberWords): Line[] {
  const { micro, macro, checkpoint_hit_rate: hit, bounds } = summary;
  return [
    line(words.micro, numberOf(micro), ...boundsText(bounds?.micro, words)),
    line(
      words.macro,
      `${numberOf(macro)} ${words.overStorylines(summary.storylines)}`,
      ...boundsText(bounds?.macro, words),
    ),
    line(words.hitRate, `${numberOf(hit)} ${words.ofScored(summary.scored_total)}`),
  ];
}

function numbers(summary: Summary, found: BatchStatistics, words: NumberWords): Line[] {
  const { micro, macro, hit_rate: hit, clusters } = found;
  return [
    line(
      words.micro,
      numberOf(micro.value),
      ...uncertainty(micro, words, clusters, SHARE),
      ...boundsText(summary.bounds?.micro, words),
    ),
    line(
      words.macro,
      numberOf(macro.value),
      ...uncertainty(macro, words, clusters, SHARE),
      ...boundsText(summary.bounds?.macro, words),
    ),
    line(
      words.hitRate,
      `${numberOf(hit.value)} ${words.ofScored(summary.scored_total)}`,
      ...uncertainty(hit, words, clusters, SHARE),
    ),
    passLine(found, words),
    line(words.alike, iccText(found, words)),
  ];
}

function passLine({ pass_rate: rate, scored, planned }: BatchStatistics, words: NumberWords): Line {
  const { clustered, wilson } = rate;
  const first =
    clustered.interval === null
      ? clustered.untestable === undefined
        ? []
        : [words.untestable[clustered.untestable]]
      : [labelled(intervalText(clustered.interval, words), clustered.coverage, words)];
  const second =
    wilson.interval === null
      ? []
      : [labelled(words.wilson(intervalText(wilson.interval, words)), wilson.coverage, words)];
  const bounds = scored === planned ? [] : boundsText(rate.bounds, words);
  return line(words.passed, words.outOf(rate.passed, rate.of), ...first, ...second, ...bounds);
}

function iccText({ icc, scored, clusters }: BatchStatistics, words: NumberWords): string {
  if (icc === null) return words.noIcc;
  const tenth = (value: number): string => String(Math.round(value * 10) / 10);
  return words.icc(decimal(icc.value), scored, clusters, tenth(icc.effective), tenth(icc.deff));
}
