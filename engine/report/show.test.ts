import { readFileSync } from 'node:fs';
import path from 'node:path';
import stringWidth from 'fast-string-width';
import { describe, expect, it } from 'vitest';
import { summary as summaryModel, verdict as verdictModel, type Verdict } from '../../schemas/index.ts';
import { describeWithCorpus } from '../../test/corpus.ts';
import { templateOf } from '../judge/evidence.fixture.ts';
import { scoreCase } from '../score/score-case.ts';
import { renderBatch, renderCase } from './show.ts';
import { cut, visible, wrap } from './terminal.ts';
import { plain as plainText } from './sentence.ts';
import { pointLabel, sentenceOf, silenceOf, sumOf } from './sentences.ts';
import { en } from './words.en.ts';
import { zh } from './words.zh.ts';

const plain = { color: false, width: 100 };
type Word = 'met' | 'unmet' | null;

function verdictOf(
  words: Readonly<Record<string, Word>>,
  env: string | null = null,
  silentWhy?: string,
): Verdict {
  const template = templateOf(
    Object.keys(words).map((id) => ({
      id,
      kind: id.startsWith('DED') ? 'deduction' : id.startsWith('VETO') ? 'veto' : 'required',
      result: id.startsWith('CP') && id !== 'CP5',
      gate: id === 'CP5',
    })),
  );
  return scoreCase({
    card: {
      case_id: 'C1',
      storyline: 'A',
      group_key: 'product',
      asker: 'x',
      turns: [{ turn: 1, kind: 'query', speaker: 'x', text: '问题' }],
      checkpoints_raw: '',
    },
    template:
      silentWhy === undefined
        ? template
        : { ...template, no_agent_reply: { reason: silentWhy, evidence: [] } },
    judged: {
      judge: { mode: 'rule', model: 'checks', judged_at: null },
      decisions: template.decisions.map((point) => ({ ...point, met: words[point.id] ?? null })),
    },
    batch: 'b',
    env,
  });
}

describe('the words', () => {
  it.each<[Verdict, string, string]>([
    [
      verdictOf({ CP1: 'met', CP2: 'met', CP3: 'met', CP4: 'unmet', CP5: 'unmet' }),
      '0 of 5: delivery gate CP5 unmet, so 4 result points count as unmet',
      'max(0, 0 − 0) ÷ 5 = 0 · 3 of 5 before the gate',
    ],
    [verdictOf({ CP1: 'met', CP5: 'met' }), '2 of 2', 'max(0, 2 − 0) ÷ 2 = 1'],
    [
      verdictOf({ CP1: 'unmet', CP5: 'met', DED1: 'met' }),
      '1 of 2: CP1 unmet; 1 deduction triggered (DED1)',
      'max(0, 1 − 1) ÷ 2 = 0',
    ],
    [verdictOf({ CP1: 'met', VETO1: 'met' }), '0 of 1: veto triggered', 'veto, so 0'],
    [
      verdictOf({ CP1: null }, null, 'no answer from 北辰 #1 within 5:00'),
      '0 of 1: no answer from 北辰 #1 within 5:00',
      'max(0, 0 − 0) ÷ 1 = 0',
    ],
    [verdictOf({ CP1: null, CP5: 'met' }), 'Pending: CP1 undecided', 'no score; between 0.5 and 1'],
    [verdictOf({ CP1: null }), 'Pending: evidence complete, not judged', 'no score; between 0 and 1'],
    [
      verdictOf({ CP1: null }, 'platform gave 500'),
      'Environment failure: no score, the agent is not to blame (platform gave 500)',
      'no score; between 0 and 1',
    ],
    [
      { ...verdictOf({ CP1: null }), status: 'RERUN' },
      'To be rerun: no score yet',
      'no score; between 0 and 1',
    ],
  ])('$1', (verdict, sentence, sum) => {
    expect(plainText(sentenceOf(verdict, en))).toBe(sentence);
    expect(sumOf(verdict, en)).toBe(sum);
  });

  it.each<[Verdict, string, string]>([
    [
      verdictOf({ CP1: 'met', CP2: 'met', CP3: 'met', CP4: 'unmet', CP5: 'unmet' }),
      '0 / 5：交付门 CP5 未命中，4 条结果类得分点按未命中计',
      'max(0, 0 − 0) ÷ 5 = 0 · 交付门前 3 / 5',
    ],
    [verdictOf({ CP1: 'met', CP5: 'met' }), '2 / 2 通过', 'max(0, 2 − 0) ÷ 2 = 1'],
    [
      verdictOf({ CP1: 'unmet', CP2: 'unmet', DED1: 'met' }),
      '0 / 2：CP1、CP2 未命中；触发 1 条扣分（DED1）',
      'max(0, 0 − 1) ÷ 2 = 0',
    ],
    [verdictOf({ CP1: 'met', VETO1: 'met' }), '0 / 1：触发一票否决', '一票否决，记 0'],
    [
      verdictOf({ CP1: null }, null, 'no answer from 北辰 #1 within 300 s'),
      '0 / 1：北辰 #1 在 5:00 内没有回复',
      'max(0, 0 − 0) ÷ 1 = 0',
    ],
    [verdictOf({ CP1: null, CP5: 'met' }), '待判：CP1 未定', '无分数；在 0.5 到 1 之间'],
    [verdictOf({ CP1: null }), '待判：证据已齐，尚未判定', '无分数；在 0 到 1 之间'],
    [verdictOf({ CP1: null }, ''), '环境失效：不计分，与被测无关', '无分数；在 0 到 1 之间'],
    [{ ...verdictOf({ CP1: null }), status: 'RERUN' }, '待补跑：暂无分数', '无分数；在 0 到 1 之间'],
  ])('in Chinese: $1', (verdict, sentence, sum) => {
    expect(plainText(sentenceOf(verdict, zh))).toBe(sentence);
    expect(sumOf(verdict, zh)).toBe(sum);
  });

  it('link the points that are the cause', () => {
    expect(sentenceOf(verdictOf({ CP1: 'met', CP2: 'met', CP5: 'unmet', DED1: 'met' }), en)).toEqual([
      '0 of 3: delivery gate ',
      { point: 'CP5' },
      ' unmet, so 2 result points count as unmet; 1 deduction triggered (',
      { point: 'DED1' },
      ')',
    ]);
  });

  it.each([
    ['no answer from 小舵 #1 within 6 s', 'no answer from 小舵 #1 within 0:06', '小舵 #1 在 0:06 内没有回复'],
    [
      '小舵 #1 did not answer: its process exited',
      '小舵 #1 did not answer: its process exited',
      '小舵 #1 没有回复：进程 exited',
    ],
    [
      "no message of 小舵 #1 in the case's scope",
      "no message of 小舵 #1 in the case's scope",
      '小舵 #1 在本题范围内没有消息',
    ],
    ['said nothing', 'said nothing', 'said nothing'],
  ])('of a silent agent: %s', (reason, english, chinese) => {
    expect(silenceOf(reason, en)).toBe(english);
    expect(silenceOf(reason, zh)).toBe(chinese);
  });

  it('states of points', () => {
    const states = (verdict: Verdict): string[] =>
      verdict.checkpoints.map((point) => pointLabel(point, verdict, en));
    expect(
      states(verdictOf({ CP1: 'met', CP2: 'unmet', CP5: 'unmet', DED1: 'met', VETO1: 'unmet' })),
    ).toEqual([
      'Met, counts as unmet: gate CP5',
      'Unmet',
      'Delivery gate not passed',
      'Triggered',
      'Not triggered',
    ]);
    expect(states(verdictOf({ CP1: 'met', CP2: null, CP5: null }))).toEqual([
      'Met, but its gate is undecided',
      'No verdict',
      'No verdict',
    ]);
    const gated = verdictOf({ CP1: 'met', CP2: 'unmet', CP5: 'unmet', DED1: 'met', VETO1: 'unmet' });
    expect(gated.checkpoints.map((point) => pointLabel(point, gated, zh))).toEqual([
      '命中，按未命中计：交付门 CP5',
      '未命中',
      '交付门未过',
      '已触发',
      '未触发',
    ]);
  });
});

describe('the terminal', () => {
  const evil = 'a\u001B[31mred\u001B]0;title\u0007 \u202Eevil\u202C \u200Bzero\r \u009B2J \u2028x\uD800';
  const raw = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

  it('never gets control characters or bidi controls from evidence', () => {
    const verdict = verdictOf({ CP1: 'met' });
    const quoted: Verdict = {
      ...verdict,
      notes: evil,
      case_id: evil,
      case: { ...verdict.case, title: evil, storyline: evil },
      human_review: { dimension: evil, reason: evil, flagged_by: evil, flagged_at: evil },
      judge: { mode: evil, model: evil, judged_at: evil },
      env: evil,
      checkpoints: verdict.checkpoints.map((point) => ({
        ...point,
        id: evil,
        text: evil,
        reason: evil,
        cannot_judge: evil,
        scope_read: [evil],
        evidence: [
          { path: evil, quote: evil },
          { path: evil, quote: '' },
          { path: evil, diff: evil },
          {
            path: evil,
            diff: {
              op: 'change',
              path: evil,
              before: [evil],
              after: evil,
              actor: { kind: 'agent', key: evil },
            },
          },
        ],
      })),
    };
    for (const status of ['FAIL', 'FAIL_ENV', 'PENDING'] as const)
      expect(renderCase({ ...quoted, status }, undefined, plain)).not.toMatch(raw);
    expect(visible(evil)).toContain('‹U+001B›[31mred');
    expect(visible(evil)).toContain('‹U+202E›evil');
  });

  it('counts wide characters as two columns', () => {
    expect(cut('星辰集团投诉', 7)).toBe('星辰集…');
    for (const line of wrap('星辰集团 complaint 处理到哪一步了 and what then', 12))
      expect(stringWidth(line)).toBeLessThanOrEqual(12);
    expect(wrap('星辰集团 complaint 处理到哪一步了', 12).join('').replaceAll(' ', '')).toBe(
      '星辰集团complaint处理到哪一步了',
    );
  });
});

describeWithCorpus('the samples', (corpus) => {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(corpus, 'sundowner', name), 'utf8'));
  const verdict = verdictModel.parse(read('verdict.T135.json'));
  const summary = summaryModel.parse(read('summary.json'));

  it.each([60, 80, 120])('fit into %i columns', (width) => {
    const texts = [
      renderCase(verdict, undefined, { color: false, width }),
      renderBatch(summary, [verdict], { color: false, width }),
    ];
    for (const line of texts.join('\n').split('\n'))
      expect(stringWidth(line), line).toBeLessThanOrEqual(width);
  });

  it('say what they are', () => {
    const one = renderCase(verdict, undefined, plain);
    expect(one).toContain('CP1  Met, counts as unmet: a delivery gate');
    expect(one).toContain('0 of 5: a delivery gate unmet, so 2 result points count as unmet');
    expect(one).toContain('“对应 **B03「工单重复分配」P1**。”');
    expect(one).toContain('agent in product, thread, turn 1 · evidence/T135/e-product-031-T135-w1.json');
    const batch = renderBatch(summary, [verdict], plain);
    expect(batch).toMatch(/T135 +A·Bug 台账线 +product +FAIL +0 +0\/5 +0 {2}/);
    expect(batch).toContain(
      '94 of 94 cases count · PASS 14 · FAIL 80 · PENDING 0 · FAIL_ENV 0 · RERUN 0 · NOT_RUN 0',
    );
    expect(renderBatch(summary, [verdict], { color: true, width: 100 })).toContain('\u001B[31mFAIL');
  });
});
