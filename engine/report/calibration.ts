import path from 'node:path';
import type { LabelWord } from '../../schemas/index.ts';
import type {
  CalibrationReport,
  Gate,
  JudgeCalibration,
  Rate,
  SampledPoint,
  SamplingPlan,
} from '../calibration/index.ts';
import type { CalibrationWords } from './calibration-words.ts';
import { renderTable } from './table.ts';
import { indented, oneLine, pad, widthOf, type ShowOptions } from './terminal.ts';

/** Points on which they differ that are listed; all are in the JSON. */
const LISTED = 40;

const percent = (share: number): string => `${(share * 100).toFixed(1)}\u00a0%`;

/** A calibration as text for a terminal or an editor. */
export function renderCalibration(
  report: CalibrationReport,
  words: CalibrationWords,
  { width }: ShowOptions,
): string {
  const { labels } = report;
  const people = Object.entries(labels.byPerson)
    .map(([who, n]) => `${who} ${n}`)
    .join(', ');
  const head = [
    labels.used === 0 ? words.noLabels : words.labels(labels.used, people),
    ...(labels.blind + labels.seen === 0 ? [] : [words.sight(labels.blind, labels.seen)]),
    ...(labels.twice === 0 ? [] : [words.twice(labels.twice, labels.differ)]),
    ...(labels.ofModels === 0 ? [] : [words.ofModels(labels.ofModels)]),
    ...(labels.elsewhere === 0 ? [] : [words.elsewhere(labels.elsewhere)]),
    words.unit,
  ];
  const between = report.between.map(({ first, second, agreement }) =>
    words.betweenLine(first, second, agreement.agree, agreement.n, value(agreement.kappa.value, words)),
  );
  return [
    words.title,
    '',
    ...head.flatMap((line) => indented(oneLine(line), '', width)),
    ...report.judges.flatMap((judge) => ['', ...judgeLines(judge, report.testShare, words, width)]),
    ...(between.length === 0 ? [] : ['', words.between]),
    ...between.flatMap((line) => indented(oneLine(line), '  ', width)),
    '',
  ].join('\n');
}

function judgeLines(
  one: JudgeCalibration,
  testShare: number,
  words: CalibrationWords,
  width: number,
): string[] {
  const { plain, agreement, corrected } = one;
  const title = words.judge(one.name);
  const lines = [
    plain.rate === null
      ? words.plainNone
      : words.plain(plain.agree, plain.n, percent(plain.rate), percent(one.gate.goal)),
    ...(plain.n === 0 ? [] : [words.parts(part(one.dev, words), part(one.test, words), percent(testShare))]),
    gateLine(one.gate, one.weighted, words),
    ...(one.weighted === null ? [] : [words.weighted(percent(one.weighted), percent(one.covered))]),
    ...(corrected === null
      ? []
      : [
          words.corrected(
            percent(corrected.judged),
            corrected.n,
            percent(corrected.found.rate),
            percent(corrected.found.interval.low),
            percent(corrected.found.interval.high),
          ),
        ]),
    ...(agreement === null
      ? []
      : [
          words.coefficients(
            value(agreement.kappa.value, words),
            value(agreement.ac1.value, words),
            value(agreement.alpha.value, words),
          ),
        ]),
  ];
  return [
    oneLine(title),
    ...lines.flatMap((line) => indented(oneLine(line), '  ', width)),
    ...(agreement === null ? [] : ['', ...confusion(agreement.categories, agreement.table, words)]),
    ...(one.byType.length === 0 ? [] : ['', ...typeTable(one, words, width)]),
    ...differing(one, words, width),
  ];
}

const part = ({ n, agree, rate }: Rate, words: CalibrationWords): string =>
  rate === null ? words.partNone : `${agree}/${n} = ${percent(rate)}`;

function gateLine({ state, lower, goal, more }: Gate, rate: number | null, words: CalibrationWords): string {
  const bound = lower === null ? '–' : percent(lower);
  switch (state) {
    case 'passes':
      return words.gatePasses(bound, percent(goal));
    case 'fails':
      return words.gateFails(rate === null ? '–' : percent(rate), percent(goal));
    case 'open':
      return words.gateOpen(bound, percent(goal), more);
    case 'not-testable':
      return words.notTestable(percent(goal), more);
  }
}

const value = (found: number | null, words: CalibrationWords): string =>
  found === null ? words.undefinedValue : found.toFixed(2);

const isWord = (text: string): text is LabelWord => text === 'met' || text === 'unmet' || text === 'cannot';
const wordIn = (text: string, words: CalibrationWords): string => (isWord(text) ? words.word[text] : text);

function confusion(
  categories: readonly string[],
  table: readonly (readonly number[])[],
  words: CalibrationWords,
): string[] {
  const names = categories.map((name) => wordIn(name, words));
  const first = Math.max(widthOf(words.tableHead), ...names.map(widthOf));
  const cells = names.map((name) => Math.max(widthOf(name), 6));
  const row = (head: string, texts: readonly string[]): string =>
    `  ${[pad(head, first), ...texts.map((text, i) => pad(text, cells[i] ?? 0))].join('  ')}`.trimEnd();
  return [row(words.tableHead, names), ...table.map((counts, i) => row(names[i] ?? '', counts.map(String)))];
}

function typeTable({ byType }: JudgeCalibration, words: CalibrationWords, width: number): string[] {
  const rows = byType.map(({ type, agreement }) => [
    words.types[type],
    String(agreement.n),
    `${agreement.agree} = ${percent(agreement.raw.value)}`,
    value(agreement.kappa.value, words),
    value(agreement.ac1.value, words),
  ]);
  return renderTable(words.typeHead, rows, width - 2).map((line) => `  ${line}`);
}

function differing({ compared }: JudgeCalibration, words: CalibrationWords, width: number): string[] {
  const all = compared.filter(({ judge, person }) => judge !== person);
  if (all.length === 0) return [];
  const several = new Set(compared.map(({ batch }) => batch)).size > 1;
  return [
    '',
    `  ${words.differ(all.length)}`,
    ...all.slice(0, LISTED).flatMap(({ batch, case_id: caseId, point, by, person, judge }) => {
      const place = [...(several ? [path.basename(batch)] : []), caseId, point].join(' ');
      const line = `${place}  ${words.line(by, words.word[person], words.word[judge])}`;
      return indented(oneLine(line), '    ', width);
    }),
    ...(all.length > LISTED ? ['    …'] : []),
  ];
}

/** A sampling plan as text. @param labelled whether a person has labelled the point already */
export function renderPlan(
  plan: SamplingPlan,
  labelled: (point: SampledPoint) => boolean,
  words: CalibrationWords,
  { width }: ShowOptions,
): string {
  const all = plan.strata.reduce((sum, { points }) => sum + points, 0);
  const done = plan.points.filter(labelled).length;
  const strata = plan.strata.map(({ type, word, points, chosen }) => [
    words.types[type],
    words.word[word],
    String(points),
    String(chosen),
  ]);
  const points = plan.points.map((one) =>
    [one.case_id, one.point, words.types[one.type], labelled(one) ? words.labelled : ''].map(oneLine),
  );
  return [
    words.planTitle,
    words.plan(plan.points.length, all, done),
    '',
    ...renderTable(words.planHead, strata, width),
    '',
    ...renderTable(words.pointHead, points, width),
    '',
  ].join('\n');
}
