import { expect, it } from 'vitest';
import type { JudgeFilled, TeamCard, Verdict } from '../../schemas/index.ts';
import { templateOf } from '../judge/evidence.fixture.ts';
import { scoreCase, type ByPersons } from '../score/index.ts';
import { wordsOf } from './languages.ts';
import { plain } from './sentence.ts';
import { environmentOf, pointLabel, sentenceOf, silenceOf } from './sentences.ts';

it.each([
  ['exited with code 3', '小舵 #1 没有回复：进程已退出，退出码 3'],
  ['was ended by SIGKILL', '小舵 #1 没有回复：进程被 SIGKILL 终止'],
  ['could not be started: spawn x ENOENT', '小舵 #1 没有回复：进程无法启动：spawn x ENOENT'],
  ['went away', '小舵 #1 没有回复：进程 went away'],
])('the agent’s process %s: in Chinese, and in English as it was', (why, chinese) => {
  const reason = `小舵 #1 did not answer: its process ${why}`;
  expect(silenceOf(reason, wordsOf('zh-cn'))).toBe(chinese);
  expect(silenceOf(reason, wordsOf('en'))).toBe(reason);
});

it.each([
  ['every playing was cut short by a restart of the run', '每次播放都被重启打断'],
  ['evidence/H1/e-H1-w1.json is missing', '缺少 evidence/H1/e-H1-w1.json'],
  ['gave 504; evidence/H1/a.json is missing', 'gave 504；缺少 evidence/H1/a.json'],
])('what failed in the environment, %s: in Chinese, and in English as it was', (detail, chinese) => {
  expect(environmentOf(detail, wordsOf('zh-cn'))).toBe(chinese);
  expect(environmentOf(detail, wordsOf('en'))).toBe(detail);
});

const card: TeamCard = {
  ...{ case_id: 'C1', storyline: 'A', group_key: 'ops', asker: 'mia', checkpoints_raw: '' },
  turns: [{ turn: 1, kind: 'query', speaker: 'mia', text: '?' }],
};
const who = (id: string) => ({ kind: 'person', id }) as const;

/** Two points that the judge met, and a veto that it did not see; then what persons said. */
function scored(words: Readonly<Record<string, readonly ['met' | 'unmet' | null, string]>>): Verdict {
  const template = templateOf([{ id: 'CP1' }, { id: 'CP2' }, { id: 'VETO1', kind: 'veto' }]);
  const judged: JudgeFilled = {
    judge: { mode: 'rule', model: 'checks', judged_at: null },
    decisions: template.decisions.map((point) => ({
      ...{ ...point, evidence: [], reason: 'judge' },
      met: point.kind === 'veto' ? 'unmet' : 'met',
    })),
  };
  const persons: ByPersons = new Map(
    Object.entries(words).map(([id, [met, name]]) => [
      id,
      { by: who(name), decision: { id, met, reason: 'person', evidence: [] } },
    ]),
  );
  return scoreCase({ card, template, judged, batch: 'b', env: null, persons });
}

it.each<[string, Parameters<typeof scored>[0], number | null, string, string]>([
  ['nobody', {}, 1, '2 of 2', '2 / 2 通过'],
  [
    'a veto by hand',
    { VETO1: ['met', 'Lin'] },
    0,
    '0 of 2: veto triggered; VETO1 decided by Lin',
    '0 / 2：触发一票否决；VETO1 由 Lin 人工判定',
  ],
  [
    'two persons',
    { CP1: ['unmet', 'Lin'], CP2: ['met', 'Mo'] },
    0.5,
    '1 of 2: CP1 unmet; CP1 decided by Lin; CP2 decided by Mo',
    '1 / 2：CP1 未命中；CP1 由 Lin 人工判定；CP2 由 Mo 人工判定',
  ],
  [
    'one who cannot judge',
    { CP1: [null, 'Lin'] },
    null,
    'Pending: CP1 undecided; CP1 decided by Lin',
    '待判：CP1 未定；CP1 由 Lin 人工判定',
  ],
])('who decided in the judge’s place: %s', (_, words, score, english, chinese) => {
  const verdict = scored(words);
  expect(verdict.score).toBe(score);
  expect(plain(sentenceOf(verdict, wordsOf('en')))).toBe(english);
  expect(plain(sentenceOf(verdict, wordsOf('zh-cn')))).toBe(chinese);
  for (const point of verdict.checkpoints) {
    const by = words[point.id];
    expect(point.by?.id).toBe(by?.[1]);
    // The judge's own word is never lost.
    expect(point.judged?.met).toBe(by === undefined ? undefined : point.kind === 'veto' ? 'unmet' : 'met');
    if (by !== undefined)
      expect(pointLabel(point, verdict, wordsOf('en'))).toMatch(new RegExp(` · ${by[1]}$`));
  }
});
