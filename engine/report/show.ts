import type { CaseStatus, JudgeTemplate, Summary, Verdict, VerdictCheckpoint } from '../../schemas/index.ts';
import { batchNumbers } from './numbers/batch.ts';
import { numberWords } from './numbers/languages.ts';
import { pointerLines } from './evidence-lines.ts';
import { secondJudgeOfCase } from './judging.ts';
import { secondJudgeLines } from './second-judge.ts';
import { renderTable } from './table.ts';
import { colorsOf, decimal, indented, oneLine, visible, type Colors, type ShowOptions } from './terminal.ts';
import { plain } from './sentence.ts';
import { causeOf, pointLabel, sentenceOf, sumOf } from './sentences.ts';
import { voidLines } from './void-lines.ts';
import type { Words } from './words.ts';
import { readingLines, worldBeforeLines } from './world-before.ts';
import { en } from './words.en.ts';

function painted(status: CaseStatus, text: string, colors: Colors): string {
  // Only verdicts have a colour: the other states are none.
  if (status === 'PASS') return colors.green(text);
  return status === 'FAIL' ? colors.red(text) : text;
}

function rowOf(verdict: Verdict, words: Words): string[] {
  return [
    verdict.case_id,
    verdict.case.storyline,
    verdict.group,
    verdict.status,
    verdict.score === null ? '–' : decimal(verdict.score),
    `${verdict.required_met}/${verdict.required_total}`,
    String(verdict.deductions),
    plain(causeOf(verdict, words)),
  ].map(oneLine);
}

/**
 * The batch as text for a terminal: a table of cases, then the totals, each with its denominator and what it is worth.
 * Text of the evidence is shown with its control characters visible.
 * @param happened what befell the batch besides its cases
 */
export function renderBatch(
  summary: Summary,
  verdicts: readonly Verdict[],
  opts: ShowOptions,
  words: Words = en,
  happened: readonly string[] = [],
): string {
  const colors = colorsOf(opts);
  const numbers = numberWords(words);
  const { columns } = numbers;
  const heading = `${summary.label} · ${summary.agent.name} · day0 ${summary.day0} · ${summary.mode}`;
  const head = [
    columns.case,
    columns.storyline,
    columns.group,
    columns.status,
    columns.score,
    columns.met,
    columns.deductions,
    columns.cause,
  ];
  const rows = verdicts.map((verdict) => rowOf(verdict, words));
  const lines = renderTable(head, rows, opts.width).map((line, i) => {
    const verdict = verdicts[i - 1];
    if (i === 0) return colors.bold(line);
    return verdict === undefined
      ? line
      : line.replace(verdict.status, (word) => painted(verdict.status, word, colors));
  });
  const body = [
    ...batchNumbers(summary, numbers, opts.width),
    ...secondJudgeLines(summary, verdicts, words).flatMap((line) =>
      indented(oneLine(line), '  ', opts.width),
    ),
    ...verdicts.flatMap(({ case_id: id, void: voided }) =>
      voidLines(voided, words).flatMap(({ text }) =>
        indented(oneLine(`${id} ${words.caseStates.VOID} · ${text}`), '', opts.width),
      ),
    ),
    ...happened.flatMap((text) => indented(oneLine(text), '', opts.width)),
  ];
  return [...indented(oneLine(heading), '', opts.width), '', ...lines, '', ...body, ''].join('\n');
}

function stateColor(point: VerdictCheckpoint, text: string, colors: Colors): string {
  if (point.met === null) return colors.yellow(text);
  return (point.met === 'met') === (point.kind === 'required') ? colors.green(text) : colors.red(text);
}

function pointLines(
  point: VerdictCheckpoint,
  verdict: Verdict,
  opts: ShowOptions,
  rendered?: string,
): string[] {
  const colors = colorsOf(opts);
  const { width } = opts;
  const state = `${oneLine(point.id)}  ${oneLine(pointLabel(point, verdict, en))}`;
  const reason = point.reason === '' ? [] : indented(visible(point.reason), '    ', width);
  const cannot =
    point.cannot_judge === undefined || point.cannot_judge === point.reason
      ? []
      : indented(`Can’t judge: ${visible(point.cannot_judge)}`, '    ', width);
  const read =
    point.scope_read === undefined
      ? []
      : indented(
          `read ${point.scope_read.length} files: ${point.scope_read.map(oneLine).join(', ')}`,
          '    ',
          width,
        );
  return [
    '',
    colors.bold(stateColor(point, state, colors)),
    ...indented(visible(rendered ?? point.text), '    ', width).map((line) => colors.dim(line)),
    ...readingLines(point.branches, width),
    ...reason,
    ...cannot,
    ...(point.unstable === true
      ? indented('Asked again, the judge gave another word; the first counts.', '    ', width)
      : []),
    ...point.evidence.flatMap((pointer) => pointerLines(pointer, verdict, '    ', width)),
    ...read,
  ];
}

/**
 * A case as text for a terminal: the state in one sentence, the arithmetic, then every point with its state, reason,
 * quotes (whose they are, in which file) and the files read. With the template, points show their rendered text.
 */
export function renderCase(verdict: Verdict, template: JudgeTemplate | undefined, opts: ShowOptions): string {
  const colors = colorsOf(opts);
  const { width } = opts;
  const flag = verdict.human_review;
  const judge = `Judge: ${verdict.judge.mode} · ${verdict.judge.model}${verdict.judge.judged_at === null ? '' : ` · ${verdict.judge.judged_at}`}`;
  const heading = `${verdict.case_id} · ${verdict.case.storyline} · ${verdict.group} · ${verdict.status}`;
  return [
    ...indented(oneLine(heading), '', width).map((line) => colors.bold(line)),
    ...indented(visible(verdict.case.title), '  ', width),
    '',
    ...indented(oneLine(plain(sentenceOf(verdict, en))), '', width).map((line) =>
      painted(verdict.status, line, colors),
    ),
    ...indented(sumOf(verdict, en), '', width),
    ...voidLines(verdict.void, en).flatMap(({ text }) => indented(oneLine(text), '  ', width)),
    ...(flag === undefined
      ? []
      : indented(
          `Flagged: ${visible(flag.dimension)}: ${visible(flag.reason)} (by ${visible(flag.flagged_by)})`,
          '',
          width,
        )),
    ...verdict.checkpoints.flatMap((point) =>
      pointLines(
        point,
        verdict,
        opts,
        template?.decisions.find((decision) => decision.id === point.id)?.text_rendered,
      ),
    ),
    ...worldBeforeLines(template, width),
    '',
    ...indented(oneLine(judge), '', width),
    ...secondJudgeOfCase(verdict).flatMap((line) => indented(oneLine(line), '', width)),
    ...(verdict.notes === undefined ? [] : indented(visible(verdict.notes), '', width)),
    '',
  ].join('\n');
}
