import type { BatchStatistics, Summary } from '../../../schemas/index.ts';
import { decimal, indented, oneLine } from '../terminal.ts';
import { aligned, line, type Line } from './aligned.ts';
import { boundsParts, estimateParts, intervalText, labelled, numberOf, SEPARATOR } from './estimate.ts';
import type { NumberWords } from './words.ts';

/** What the totals of a batch are printed from. */
export type Totals = Pick<
  Summary,
  | 'scored_total'
  | 'cases_planned'
  | 'counts'
  | 'micro'
  | 'macro'
  | 'checkpoint_hit_rate'
  | 'bounds'
  | 'storylines'
  | 'veto_triggered'
  | 'statistics'
  | 'human_review'
  | 'cross_check'
  | 'statistics_limit'
  | 'mixed_script'
  | 'budget'
>;

const STATES = ['PASS', 'FAIL', 'PENDING', 'FAIL_ENV', 'RERUN', 'NOT_RUN'];
const SHARE = [0, 1] as const;

/** Every state with its count, also of those that did not occur. */
export function statesText(counts: Summary['counts']): string {
  // VOID is among the others: it must not be overlooked where it occurs, and says nothing where it does not.
  const others = Object.keys(counts).filter((state) => state !== 'total' && !STATES.includes(state));
  return [...STATES, ...others].map((state) => `${state} ${counts[state] ?? 0}`).join(SEPARATOR);
}

/** The totals of a batch, wrapped: denominator and states first, then each number with what it is worth. */
export function batchNumbers(summary: Totals, words: NumberWords, columns: number): string[] {
  const { statistics, human_review: review, cross_check: cross } = summary;
  const whole = (text: string): string[] => indented(oneLine(text), '', columns);
  const numbers = [
    ...(statistics === undefined ? plainNumbers(summary, words) : withStatistics(summary, statistics, words)),
    ...(summary.veto_triggered === 0 ? [] : [line(words.vetoes, String(summary.veto_triggered))]),
    ...(cross === undefined ? [] : [line(words.second, words.agrees(cross.agree, cross.cases))]),
    ...(summary.budget === undefined ? [] : [budgetLine(summary.budget, words)]),
    ...(review === undefined ? [] : [line(words.flagged, `${review.cases}: ${review.case_ids.join(', ')}`)]),
  ];
  return [
    ...whole(
      `${words.counting(summary.scored_total, summary.cases_planned)}${SEPARATOR}${statesText(summary.counts)}`,
    ),
    ...aligned(numbers, columns),
    ...(statistics === undefined ? [] : whole(words.oneRun)),
    ...(summary.budget?.not_begun === undefined
      ? []
      : whole(notBegunText(summary.budget.not_begun, summary.budget, words))),
    ...(summary.mixed_script === true ? whole(words.mixedScript) : []),
    ...(summary.statistics_limit === undefined ? [] : whole(summary.statistics_limit)),
  ];
}

type Budget = NonNullable<Summary['budget']>;

/** What was used of each limit, and how much of that is not known but assumed. */
function budgetLine({ limits, used, agent }: Budget, words: NumberWords): Line {
  const kinds = ['minutes', 'messages', 'tokens', 'cost'] as const;
  const parts = kinds.flatMap((kind) => {
    const [limit, amount] = [limits[kind], used[kind]];
    // Of what is not limited it is told as far as it is known.
    if (limit === undefined && (amount === null || amount === 0)) return [];
    const unit = kind === 'cost' ? used.currency : words.units[kind];
    return [
      words.used(amount === null ? null : String(amount), limit === undefined ? null : String(limit), unit),
    ];
  });
  const assumed = agent.assumed_turns === 0 ? [] : [words.assumedTurns(agent.assumed_turns, agent.turns)];
  return line(words.budget, [...parts].join(SEPARATOR), ...assumed);
}

function notBegunText(
  left: NonNullable<Budget['not_begun']>,
  { used: { currency } }: Budget,
  words: NumberWords,
): string {
  // One of them did not fit by itself; the others may only stand behind it.
  const first = left.find(({ limit }) => limit !== undefined) ?? left[0];
  const limit = first?.limit ?? 'tokens';
  const unit = limit === 'cost' ? currency : words.units[limit];
  return words.notBegun(
    left.map(({ case_id }) => case_id),
    first?.case_id ?? '',
    first?.why ?? '',
    unit,
  );
}

/** Numbers of a summary without statistics: another tool's, or an older version's. */
function plainNumbers(summary: Totals, words: NumberWords): Line[] {
  const { micro, macro, checkpoint_hit_rate: hit, bounds } = summary;
  return [
    line(words.micro, numberOf(micro), ...boundsParts(bounds?.micro, words)),
    line(
      words.macro,
      `${numberOf(macro)} ${words.overStorylines(summary.storylines)}`,
      ...boundsParts(bounds?.macro, words),
    ),
    line(words.hitRate, `${numberOf(hit)} ${words.ofScored(summary.scored_total)}`),
  ];
}

function withStatistics(summary: Totals, found: BatchStatistics, words: NumberWords): Line[] {
  const { micro, macro, hit_rate: hit } = found;
  const { bounds } = summary;
  const value = `${numberOf(hit.value)} ${words.ofScored(summary.scored_total)}`;
  return [
    line(words.micro, ...estimateParts(micro, words, { range: SHARE }), ...boundsParts(bounds?.micro, words)),
    line(words.macro, ...estimateParts(macro, words, { range: SHARE }), ...boundsParts(bounds?.macro, words)),
    line(words.hitRate, ...estimateParts(hit, words, { value, range: SHARE })),
    passLine(found, words),
    line(words.alike, iccText(found, words)),
  ];
}

function passLine({ pass_rate: rate, scored, planned }: BatchStatistics, words: NumberWords): Line {
  const { clustered, wilson } = rate;
  const first = [words.outOf(rate.passed, rate.of)];
  if (clustered.interval !== null)
    first.push(labelled(words.effective(intervalText(clustered.interval, words)), clustered.coverage, words));
  else if (clustered.untestable !== undefined) first.push(words.untestable[clustered.untestable]);
  return line(
    words.passed,
    first.join(SEPARATOR),
    ...(wilson.interval === null
      ? []
      : [labelled(words.wilson(intervalText(wilson.interval, words)), wilson.coverage, words)]),
    ...(scored === planned ? [] : boundsParts(rate.bounds, words)),
  );
}

function iccText({ icc, scored, clusters }: BatchStatistics, words: NumberWords): string {
  if (icc === null) return words.noIcc;
  const tenth = (value: number): string => String(Math.round(value * 10) / 10);
  return words.icc(decimal(icc.value), scored, clusters, tenth(icc.effective), tenth(icc.deff));
}
