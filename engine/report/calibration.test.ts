import { expect, it } from 'vitest';
import { calibrate, samplingPlan, type JudgedPoint, type LabelledPoint } from '../calibration/index.ts';
import { renderCalibration, renderPlan } from './calibration.ts';
import { calibrationWords } from './calibration-words.ts';

const wide = { color: false, width: 200 };
const judge = { mode: 'rule', model: 'checks', version: 'v1' };
const points = Array.from({ length: 40 }, (_, i): JudgedPoint => {
  const word = i % 4 === 0 ? 'unmet' : 'met';
  return { batch: '/runs/a', case_id: `H${i}`, point: 'CP1', type: 'result', judge, word };
});
const label = (
  { batch, case_id, point, word }: JudgedPoint,
  more: Partial<LabelledPoint> = {},
): LabelledPoint => ({
  ...{ batch, case_id, point, word, by: { kind: 'person', id: 'Lin' }, at: '', seen: true, ...more },
});
const flip = (one: JudgedPoint): LabelledPoint => label(one, { word: one.word === 'met' ? 'unmet' : 'met' });

it.each([
  [
    'nothing',
    [],
    ['No label of a person yet', 'not testable, 19 more labels'],
    ['还没有人工标注', '不可检验'],
  ],
  [
    'all agree',
    points.map((one) => label(one)),
    ['40 of 40 = 100.0', 'passes: the one-sided 95 % lower bound', 'κ 1.00'],
    ['40 条中 40 条一致', '通过：单侧 95 % 下界', '人工标注 40 个得分点：Lin 40'],
  ],
  [
    'one of four is another word',
    points.map((one, i) => (i % 4 === 1 ? flip(one) : label(one))),
    [
      '30 of 40 = 75.0',
      'fails: the rate',
      '10 points on which they differ',
      'H1 CP1  Lin: unmet; judge: met',
    ],
    ['未通过：一致率', '意见不同的点 10 个', 'H1 CP1  Lin：未命中；判官：命中'],
  ],
  [
    'two of forty are',
    points.map((one, i) => (i % 20 === 1 ? flip(one) : label(one))),
    ['not shown yet: the lower bound', 'more labels at this rate'],
    ['尚不能证明', '按这个一致率约还需'],
  ],
])('a calibration in both languages: %s', (_, labels, english, chinese) => {
  const report = calibrate({ judged: points, labels, testShare: 1 });
  const en = renderCalibration(report, calibrationWords('en'), wide).replaceAll('\u00a0', ' ');
  const zh = renderCalibration(report, calibrationWords('zh-cn'), wide).replaceAll('\u00a0', ' ');
  for (const words of english) expect(en).toContain(words);
  for (const words of chinese) expect(zh).toContain(words);
});

it('a name that would steer the terminal is shown, not obeyed', () => {
  const one = points[0];
  if (one === undefined) throw new Error('no point');
  const labels = [label(one, { by: { kind: 'person', id: '\u001b[31mLin' } })];
  const text = renderCalibration(
    calibrate({ judged: points, labels, testShare: 1 }),
    calibrationWords('en'),
    wide,
  );
  expect(text).toContain('‹U+001B›[31mLin 1');
  expect(text).not.toContain('\u001b');
});

it('a sampling plan with what is labelled already', () => {
  const plan = samplingPlan(points, { share: 0.1, seed: 1 });
  const done = plan.points[0]?.case_id;
  const text = renderPlan(plan, (one) => one.case_id === done, calibrationWords('zh-cn'), wide);
  expect(text).toContain('40 个点中取 4 个，已标注 1 个');
  expect(text).toMatch(new RegExp(`${done ?? '-'}\\s+CP1\\s+结果类\\s+已标注`, 'u'));
});
