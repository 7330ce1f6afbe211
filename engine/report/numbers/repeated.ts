import type { Estimate, RepeatedRuns } from '../../../schemas/index.ts';
import { renderTable } from '../table.ts';
import { colorsOf, indented, oneLine, type ShowOptions } from '../terminal.ts';
import type { Words } from '../words.ts';
import { aligned, line, type Line } from './aligned.ts';
import { differences } from './comparison.ts';
import { estimateParts, numberOf } from './estimate.ts';
import { numberWords } from './languages.ts';
import type { NumberWords } from './words.ts';

const SHARE = [0, 1] as const;

/** Several runs of one evalset as text for a terminal: what all of them give, and every case by run. */
export function renderRepeated(found: RepeatedRuns, opts: ShowOptions, words: Words): string {
  const numbers = numberWords(words);
  const { bold } = colorsOf(opts);
  const [first] = found.batches;
  const wrapped = (lines: readonly string[]): string[] =>
    lines.flatMap((text) => indented(oneLine(text), '', opts.width));
  const head = numbers.repeated(found.batches.length, first?.evalset ?? '', first?.agent ?? '');
  const names = found.batches.map(({ name }) => name);
  return [
    ...wrapped([head]).map(bold),
    ...wrapped(names.map((name, i) => `${i + 1}: ${name}`)),
    ...wrapped(
      differences(
        found.differs.filter(({ what }) => what !== 'day'),
        [],
        numbers,
      ),
    ),
    '',
    ...renderTable(...table(found, numbers), opts.width).map((line, i) => (i === 0 ? bold(line) : line)),
    '',
    ...wrapped([numbers.attempts(found.attempts.scored, found.attempts.of)]),
    ...aligned(lines(found, numbers), opts.width),
    '',
  ].join('\n');
}

function table(found: RepeatedRuns, words: NumberWords): [string[], string[][]] {
  const { columns } = words;
  const rows = found.cases.map(({ case_id: id, storyline, passed, scored, scores, flaky }) =>
    [
      id,
      storyline,
      `${words.outOf(passed, scored)}${flaky ? ' ~' : ''}`,
      scores.map(numberOf).join('  '),
    ].map(oneLine),
  );
  return [[columns.case, columns.storyline, words.runsColumn, words.scoresColumn], rows];
}

function lines(found: RepeatedRuns, words: NumberWords): Line[] {
  const flaky = found.cases.filter((one) => one.flaky).map((one) => one.case_id);
  const runs = found.batches.length;
  const said = (label: string, estimate: Estimate, cases = found.cases_planned): Line =>
    line(
      label,
      ...estimateParts(estimate, words, { range: SHARE }),
      ...(cases === found.cases_planned ? [] : [words.overCases(cases, found.cases_planned)]),
    );
  return [
    said(words.meanOfRuns, found.mean),
    ...found.pass.flatMap(({ k, cases, hat, at }) => [
      said(words.passHat(k), hat, cases),
      // Of one run both are the share that passes.
      ...(k === 1 ? [] : [said(words.passAt(k), at, cases)]),
    ]),
    ...(found.pass.length < Math.min(runs, 10) ? [line(words.passHat(runs), words.tooFewRuns)] : []),
    line(words.flaky, flaky.length === 0 ? words.steady : `${flaky.length}: ${flaky.join(', ')}`),
  ];
}
