import type { Verdict } from '../../schemas/index.ts';
import type { JudgeDone, JudgeReport, PointWord } from '../judge/judging.ts';
import { decimal, indented, oneLine } from './terminal.ts';

const word = (one: PointWord): string => one ?? 'can’t judge';

/** Points that a line of changes or disagreements names at most; the files have all. */
const MOST = 20;

const listed = (rows: readonly string[]): string[] =>
  rows.length <= MOST ? [...rows] : [...rows.slice(0, MOST), `… and ${rows.length - MOST} more`];

function usageLine({ usage, models = [] }: JudgeDone): string[] {
  if (usage === undefined) return [];
  const { questions, replayed, requests, tokens, cost, currency } = usage;
  const money = cost === null ? 'no price is given' : `${decimal(cost)} ${currency ?? ''}`.trim();
  return [
    `${models.length === 0 ? 'no model answered' : models.join(', ')} · ${questions} questions, ${replayed} from file, ${requests} requests sent · ${tokens.input} + ${tokens.output} tokens · cost ${money}`,
  ];
}

function judgeLines(judge: JudgeDone, place: string): string[] {
  const causes = Object.entries(judge.undecided).sort((a, b) => b[1] - a[1]);
  const { unstable } = judge;
  return [
    `${place}: ${judge.name}`,
    ...[
      ...usageLine(judge),
      ...(causes.length === 0
        ? []
        : [`points without a word: ${causes.map(([cause, n]) => `${cause} ${n}`).join(', ')}`]),
      ...(unstable === undefined
        ? []
        : [`repeats differ on ${unstable.points} of ${unstable.of} points (the first answer counts)`]),
      ...listed(
        judge.changed.map(
          ({ case_id: id, id: point, before, after }) =>
            `changed: ${id} ${point}: ${word(before)} → ${word(after)}`,
        ),
      ),
    ].map((line) => `  ${line}`),
  ];
}

/** What judging came to, as text for a terminal. */
export function renderJudging(report: JudgeReport, width: number): string {
  const places = ['first judge', 'second judge'];
  const manual = report.judges[0]?.mode === 'manual';
  const lines = [
    `${report.judged.length} cases ${manual ? 'laid out for a person' : 'judged'}`,
    ...(report.notPlayed.length === 0 ? [] : [`not played yet: ${report.notPlayed.join(', ')}`]),
    ...(manual && report.judges.length === 1
      ? []
      : report.judges.flatMap((judge, i) => judgeLines(judge, places[i] ?? 'further judge'))),
    ...listed(
      report.disagreements.map(
        ({ case_id: id, id: point, first, second }) =>
          `judges disagree: ${id} ${point}: ${word(first)} / ${word(second)}`,
      ),
    ),
  ];
  return lines
    .flatMap((line) => indented(oneLine(line.trimStart()), /^ */.exec(line)?.[0] ?? '', width))
    .join('\n');
}

type Head = Pick<Verdict, 'score' | 'status'>;
const head = ({ score, status }: Head): string => `${status}${score === null ? '' : ` ${decimal(score)}`}`;

/** What a re-score changed: score before and after, and the points behind it. */
export function renderChanges(
  changed: readonly {
    readonly case_id: string;
    readonly before: Head;
    readonly after: Head;
    readonly points: readonly {
      readonly id: string;
      readonly before: PointWord;
      readonly after: PointWord;
    }[];
  }[],
  width: number,
): string {
  const rows = changed.map(({ case_id: id, before, after, points }) => {
    const why = points.map(({ id: point, before: was, after: is }) => `${point} ${word(was)} → ${word(is)}`);
    return `changed: ${id}: ${head(before)} → ${head(after)}${why.length === 0 ? '' : ` (${why.join(', ')})`}`;
  });
  return listed(rows)
    .flatMap((row) => indented(oneLine(row), '', width))
    .join('\n');
}

/** The second judge of a case: its own result, and every point on which it has another word. */
export function secondJudgeOfCase({ cross_check: cross }: Pick<Verdict, 'cross_check'>): string[] {
  if (cross === undefined) return [];
  const points = (cross.points ?? []).filter(({ first, second }) => first !== second);
  return [
    `Second judge: ${cross.judge.mode} · ${cross.judge.model} · ${head(cross)}${cross.agree ? ' · agrees on every point' : ''}`,
    ...points.map(({ id, first, second }) => `  ${id}: ${word(first)} / ${word(second)}`),
  ];
}
