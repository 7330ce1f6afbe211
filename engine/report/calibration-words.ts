import type { PointType } from '../calibration/index.ts';
import type { LabelWord } from '../../schemas/index.ts';

/** The words of the calibration report and of the sampling plan in one language. */
export interface CalibrationWords {
  readonly title: string;
  labels(used: number, people: string): string;
  readonly noLabels: string;
  sight(blind: number, seen: number): string;
  twice(points: number, differ: number): string;
  ofModels(n: number): string;
  elsewhere(n: number): string;
  judge(name: string): string;
  plain(agree: number, n: number, rate: string, goal: string): string;
  readonly plainNone: string;
  parts(dev: string, test: string, share: string): string;
  readonly partNone: string;
  gatePasses(lower: string, goal: string): string;
  gateFails(rate: string, goal: string): string;
  gateOpen(lower: string, goal: string, more: number | null): string;
  notTestable(goal: string, more: number | null): string;
  weighted(rate: string, covered: string): string;
  coefficients(kappa: string, ac1: string, alpha: string): string;
  readonly undefinedValue: string;
  readonly tableHead: string;
  readonly word: Readonly<Record<LabelWord, string>>;
  readonly types: Readonly<Record<PointType, string>>;
  readonly typeHead: readonly [string, string, string, string, string];
  corrected(judged: string, n: number, rate: string, low: string, high: string): string;
  differ(n: number): string;
  line(who: string, person: string, judge: string): string;
  readonly between: string;
  betweenLine(first: string, second: string, agree: number, n: number, kappa: string): string;
  readonly unit: string;
  readonly planTitle: string;
  plan(chosen: number, points: number, done: number): string;
  readonly planHead: readonly [string, string, string, string];
  readonly pointHead: readonly [string, string, string, string];
  readonly labelled: string;
}

export const en: CalibrationWords = {
  title: 'Calibration: judges held against people',
  labels: (used, people) => `${used} points labelled by people: ${people}`,
  noLabels:
    'No label of a person yet. Give verdicts in Case review, or pass a file with --labels; “sundowner sample” says which points.',
  sight: (blind, seen) => `${blind} labelled blind, ${seen} with the judges’ words in sight`,
  twice: (points, differ) =>
    `${points} labelled by more than one person, who differ on ${differ}: the newest word counts`,
  ofModels: (n) => `${n} labels of models are not people’s: they are compared as judges below`,
  elsewhere: (n) => `${n} labels are on points that no judge gave a word on`,
  judge: (name) => `Judge ${name}`,
  plain: (agree, n, rate, goal) => `Rate of agreement   ${agree} of ${n} = ${rate} (goal ${goal})`,
  plainNone: 'Rate of agreement   no label on a point of this judge',
  parts: (dev, test, share) =>
    `Parts               tuning ${dev} · test ${test} (${share} of the cases, by their ids)`,
  partNone: 'no label',
  gatePasses: (lower, goal) =>
    `Gate on the test    passes: the one-sided 95 % lower bound ${lower} reaches ${goal}`,
  gateFails: (rate, goal) => `Gate on the test    fails: the rate ${rate} does not lie above ${goal}`,
  gateOpen: (lower, goal, more) =>
    `Gate on the test    not shown yet: the lower bound ${lower} is below ${goal}; ${more === null ? 'no number of labels would do at this rate' : `about ${more} more labels at this rate`}`,
  notTestable: (goal, more) =>
    `Gate on the test    not testable, ${more ?? '?'} more labels in further cases: even if all agreed, the bound would not reach ${goal}`,
  weighted: (rate, covered) =>
    `Weighted            ${rate} in the test part, strata as in the batches; labels cover the strata of ${covered} of the points`,
  coefficients: (kappa, ac1, alpha) => `κ ${kappa} · AC1 ${ac1} · α ${alpha} (all labels, by case)`,
  undefinedValue: 'not defined',
  tableHead: 'person ↓  judge →',
  word: { met: 'met', unmet: 'unmet', cannot: 'can’t judge' },
  types: {
    result: 'result',
    process: 'non-result',
    gate: 'delivery gate',
    deduction: 'deduction',
    veto: 'veto',
  },
  typeHead: ['Points', 'Labels', 'Agree', 'κ', 'AC1'],
  corrected: (judged, n, rate, low, high) =>
    `Met, corrected      the judge says ${judged} of ${n} decided required points; its errors let one expect ${rate} (95 %: ${low} to ${high})`,
  differ: (n) => (n === 1 ? '1 point on which they differ' : `${n} points on which they differ`),
  line: (who, person, judge) => `${who}: ${person}; judge: ${judge}`,
  between: 'Agreement between judges (never accuracy)',
  betweenLine: (first, second, agree, n, kappa) =>
    `${first}: agreement with judge ${second} on ${agree} of ${n}, κ ${kappa}`,
  unit: 'Unit: a point. Bounds are clustered by case. On deductions and vetoes met means triggered.',
  planTitle: 'Points to label',
  plan: (chosen, points, done) => `${chosen} of ${points} points, ${done} labelled already`,
  planHead: ['Points', 'Judge', 'All', 'Chosen'],
  pointHead: ['Case', 'Point', 'Type', ''],
  labelled: 'labelled',
};

export const zh: CalibrationWords = {
  title: '校准：判官与人工的一致程度',
  labels: (used, people) => `人工标注 ${used} 个得分点：${people}`,
  noLabels:
    '还没有人工标注。请在判定面板里给出判定，或用 --labels 传入文件；“sundowner sample” 给出该标哪些点。',
  sight: (blind, seen) => `盲标 ${blind} 个，看着判官结论标 ${seen} 个`,
  twice: (points, differ) => `${points} 个点有多人标注，其中 ${differ} 个意见不同：以最新的为准`,
  ofModels: (n) => `${n} 条模型给出的标注不算人工：在下面作为判官比较`,
  elsewhere: (n) => `${n} 条标注所在的点没有判官给过结论`,
  judge: (name) => `判官 ${name}`,
  plain: (agree, n, rate, goal) => `一致率      ${n} 条中 ${agree} 条一致 = ${rate}（目标 ${goal}）`,
  plainNone: '一致率      这个判官的得分点还没有标注',
  parts: (dev, test, share) => `分份        调试份 ${dev} · 检验份 ${test}（按题号取 ${share} 的题）`,
  partNone: '没有标注',
  gatePasses: (lower, goal) => `检验份门槛  通过：单侧 95 % 下界 ${lower} 达到 ${goal}`,
  gateFails: (rate, goal) => `检验份门槛  未通过：一致率 ${rate} 不高于 ${goal}`,
  gateOpen: (lower, goal, more) =>
    `检验份门槛  尚不能证明：下界 ${lower} 低于 ${goal}；${more === null ? '按这个一致率，再多标注也不够' : `按这个一致率约还需 ${more} 条标注`}`,
  notTestable: (goal, more) =>
    `检验份门槛  不可检验，还需在更多题里标 ${more ?? '?'} 条：即使全部一致，下界也到不了 ${goal}`,
  weighted: (rate, covered) =>
    `加权        检验份 ${rate}，各层按批次自身分布加权；标注覆盖了 ${covered} 的点所在的层`,
  coefficients: (kappa, ac1, alpha) => `κ ${kappa} · AC1 ${ac1} · α ${alpha}（全部标注，按题聚类）`,
  undefinedValue: '无定义',
  tableHead: '人工 ↓  判官 →',
  word: { met: '命中', unmet: '未命中', cannot: '无法判定' },
  types: { result: '结果类', process: '非结果类', gate: '交付门', deduction: '扣分', veto: '一票否决' },
  typeHead: ['得分点', '标注', '一致', 'κ', 'AC1'],
  corrected: (judged, n, rate, low, high) =>
    `校正命中率  判官在 ${n} 个已判必选点里判 ${judged} 命中；按它的误差估计为 ${rate}（95 %：${low} 到 ${high}）`,
  differ: (n) => `意见不同的点 ${n} 个`,
  line: (who, person, judge) => `${who}：${person}；判官：${judge}`,
  between: '判官之间的一致（不是准确率）',
  betweenLine: (first, second, agree, n, kappa) =>
    `${first}：与判官 ${second} 的一致 ${agree} / ${n}，κ ${kappa}`,
  unit: '单位是得分点；区间按题聚类。扣分与一票否决的“命中”指已触发。',
  planTitle: '待标注的得分点',
  plan: (chosen, points, done) => `${points} 个点中取 ${chosen} 个，已标注 ${done} 个`,
  planHead: ['得分点', '判官', '全部', '抽取'],
  pointHead: ['题目', '得分点', '类型', ''],
  labelled: '已标注',
};

export function calibrationWords(locale: string): CalibrationWords {
  return /^zh\b/i.test(locale) ? zh : en;
}
