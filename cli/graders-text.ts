import { isSimplifiedChinese } from '../engine/evalset/index.ts';
import type { GraderReport } from '../engine/graders/index.ts';
import { STRATEGIES } from '../schemas/index.ts';
import { terminal } from './print.ts';
import { renderTable } from '../engine/report/table.ts';

const WORDS = {
  en: {
    head: ['Case', 'Oracle', ...STRATEGIES],
    mutants: ['Altered', 'Noticed', 'Share'],
    none: '–',
    asked: (share: string) => `asked for: ${share} of each`,
  },
  zh: {
    head: ['题', '标准作答', '不说话', '全拒答', '复述', '全贴出', '只说做了', '注入指令'],
    mutants: ['改动', '被发现', '比例'],
    none: '–',
    asked: (share: string) => `每一种至少 ${share}`,
  },
} as const;

const percent = (share: number): string => `${Math.round(share * 1000) / 10} %`;
const decimal = (score: number): string => String(Math.round(score * 100) / 100);

/** The report as two tables: scores by case and agent (above a ceiling: `0.5>0`; a ceiling that is not 0: `0.5≤0.5`), altered oracles by operator. */
function gradersText(report: GraderReport, chinese: boolean): string[] {
  const words = chinese ? WORDS.zh : WORDS.en;
  const { width } = terminal();
  const rows = report.cases.map(({ case_id: id, oracle, strategies }) => [
    id,
    oracle === undefined || oracle === null ? words.none : decimal(oracle),
    ...strategies.map(({ score, ceiling, holds }) =>
      holds && ceiling === 0 ? decimal(score) : `${decimal(score)}${holds ? '≤' : '>'}${decimal(ceiling)}`,
    ),
  ]);
  const operators = report.operators.map(({ operator, all, noticed }) => [
    operator,
    `${noticed}/${all}`,
    all === 0 ? words.none : percent(noticed / all),
  ]);
  return [
    ...renderTable(words.head, rows, width),
    '',
    ...renderTable(words.mutants, operators, width),
    words.asked(percent(report.noticed_at_least)),
  ];
}

/** The reports of several evalsets, each with an empty line behind it. */
export function gradersTexts(reports: readonly GraderReport[], language: string): string[] {
  return reports.map((report) => [...gradersText(report, isSimplifiedChinese(language)), ''].join('\n'));
}
