import type { Summary, Verdict } from '../../schemas/index.ts';
import type { PointWord } from '../judge/judging.ts';
import { decimal } from './terminal.ts';
import type { Words } from './words.ts';

type OfPoints = NonNullable<Summary['agreement']>['all'];
type Kind = 'points' | 'required' | 'deduction' | 'veto';

interface SecondJudgeWords {
  readonly kinds: Readonly<Record<Kind, string>>;
  none(kind: string, undecided: number): string;
  both(kind: string, points: number, undecided: number): string;
  readonly equal: string;
  readonly undefined: string;
  range(low: string, high: string): string;
  readonly ignored: string;
  readonly cannot: string;
  disagree(caseId: string, point: string, first: string, second: string): string;
  more(n: number): string;
}

const en: SecondJudgeWords = {
  kinds: { points: 'points', required: 'required', deduction: 'deductions', veto: 'vetoes' },
  none: (kind, undecided) => `${kind}: none that both decided (${undecided} that one of them could not)`,
  both: (kind, points, undecided) =>
    `${kind}: ${points} that both decided, ${undecided} more that one could not`,
  equal: 'equal',
  undefined: 'not defined',
  range: (low, high) => `${low} to ${high}`,
  ignored:
    '95 % intervals as if points were independent (cases as clusters are ignored): too narrow. Agreement of judges is no accuracy.',
  cannot: 'can’t judge',
  disagree: (id, point, first, second) => `disagree: ${id} ${point}: ${first} / ${second}`,
  more: (n) => `… and ${n} more`,
};

const zh: SecondJudgeWords = {
  kinds: { points: '得分点', required: '必选', deduction: '扣分', veto: '一票否决' },
  none: (kind, undecided) => `${kind}：没有两位裁判都判了的（${undecided} 个至少一位无法判定）`,
  both: (kind, points, undecided) =>
    `${kind}：两位都判了的 ${points} 个，另有 ${undecided} 个至少一位无法判定`,
  equal: '一致率',
  undefined: '无定义',
  range: (low, high) => `${low} 到 ${high}`,
  ignored: '95 % 区间按得分点互相独立计算（未计同题相关），因此偏窄。裁判之间一致不等于判得准。',
  cannot: '无法判定',
  disagree: (id, point, first, second) => `不一致：${id} ${point}：${first} / ${second}`,
  more: (n) => `…… 另有 ${n} 条`,
};

/** Disagreements that are printed at most; the verdicts have all. */
const MOST = 20;

function measured(name: string, { value, low, high }: OfPoints['kappa'], words: SecondJudgeWords): string {
  if (value === null) return `${name} ${words.undefined}`;
  const range = low === null || high === null ? '' : ` (${words.range(decimal(low), decimal(high))})`;
  return `${name} ${decimal(value)}${range}`;
}

function agreementLine(kind: Kind, of: OfPoints, words: SecondJudgeWords): string {
  const name = words.kinds[kind];
  if (of.points === 0) return words.none(name, of.undecided);
  const measures = [
    measured(words.equal, of.raw, words),
    measured('κ', of.kappa, words),
    measured('AC1', of.ac1, words),
    measured('α', of.alpha, words),
  ];
  return `${words.both(name, of.points, of.undecided)} · ${measures.join(' · ')}`;
}

/** How far the second judge agrees, by points with intervals, and where it does not; below its line in the totals. */
export function secondJudgeLines(
  summary: Summary,
  verdicts: readonly Verdict[],
  { locale }: Pick<Words, 'locale'>,
): string[] {
  const { agreement } = summary;
  if (agreement === undefined) return [];
  const words = locale === 'zh' ? zh : en;
  const word = (one: PointWord): string => one ?? words.cannot;
  const rows = verdicts.flatMap(({ case_id: id, cross_check: cross }) =>
    (cross?.points ?? [])
      .filter(({ first, second }) => first !== second)
      .map((point) => words.disagree(id, point.id, word(point.first), word(point.second))),
  );
  const kinds = (['required', 'deduction', 'veto'] as const).flatMap((kind): [Kind, OfPoints][] => {
    const of = agreement.by_kind[kind];
    return of === undefined ? [] : [[kind, of]];
  });
  return [
    agreementLine('points', agreement.all, words),
    // One kind alone is what the line above says.
    ...(kinds.length < 2 ? [] : kinds.map(([kind, of]) => agreementLine(kind, of, words))),
    ...(agreement.all.points === 0 ? [] : [words.ignored]),
    ...rows.slice(0, MOST),
    ...(rows.length > MOST ? [words.more(rows.length - MOST)] : []),
  ];
}
