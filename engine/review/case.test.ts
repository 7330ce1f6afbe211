import { rmSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sourceVerdict } from '../../schemas/review.ts';
import { plain, wordsOf } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';
import { ReviewStore } from './index.ts';
import { ANSWER, judgedBatch, kinds, list, page, quote, review, runsOf } from './review.fixture.ts';

const en = wordsOf('en');
const zh = wordsOf('zh-cn');
const DEAD_PID = '4194000';

describe('a case', () => {
  it('that was judged: sentence with links, points, quotes in their place', async () => {
    const batch = judgedBatch();
    const one = await review(batch, 'C1');
    expect(one.sentence).toEqual([
      '0 of 2: delivery gate ',
      { point: 'CP5' },
      ' unmet, so 1 result point counts as unmet',
    ]);
    expect(one.points.map(({ id, state, label }) => [id, state, label])).toEqual([
      ['CP1', 'overridden', 'Met, counts as unmet: gate CP5'],
      ['CP5', 'gate-unmet', 'Delivery gate not passed'],
    ]);
    const found = one.points[0]?.judgements[0]?.quotes[0];
    expect(found).toMatchObject({ id: 'CP1/first/0', verified: true });
    const items = (await page(batch, 'C1')).items;
    expect(kinds(items)).toEqual(['section', 'message', 'message', 'message']);
    expect(found?.target).toEqual({ kind: 'thread', index: 3, start: 0, end: 12 });
    expect(
      await new ReviewStore().evidenceText(batch.dir, 'C1', { kind: 'thread', index: 3 }, 0, 12, en),
    ).toBe('北岬线 9月19日 开航');
    expect(items[1]).toMatchObject({
      label: 'query, turn 1',
      when: '09:00:01',
      name: '邵知遥',
      role: '船期经理',
    });
  });

  it('in Chinese', async () => {
    const batch = judgedBatch();
    const one = await new ReviewStore().reviewCase(batch.dir, 'C1', zh);
    expect(plain(one.sentence)).toBe('0 / 2：交付门 CP5 未命中，1 条结果类得分点按未命中计');
    expect(one.points[0]?.label).toBe('命中，按未命中计：交付门 CP5');
  });

  it.each<[string, (batch: MadeBatch) => void, string, string]>([
    ['never played', () => undefined, 'empty', 'C2 has no verdict yet'],
    [
      'running, asked',
      (b) => {
        b.play('C2', [], 'asked');
        b.write('batch.lock', String(process.pid));
      },
      'running',
      `Running: waiting for 小舵 #1, turn 1`,
    ],
    [
      'running, answered',
      (b) => {
        b.play('C2', ['好的'], 'answered');
        b.write('batch.lock', String(process.pid));
      },
      'running',
      'Running: waiting until the agent is quiet',
    ],
    [
      'stopped in the middle',
      (b) => {
        b.play('C2', ['好的'], 'answered');
        b.write('batch.lock', DEAD_PID);
      },
      'RERUN',
      'To be rerun: no score yet',
    ],
    [
      'played, not judged',
      (b) => b.play('C2', ['好的']),
      'PENDING',
      'Pending: evidence complete, not judged',
    ],
    [
      'judged, not scored',
      (b) => {
        b.play('C2', ['好的']);
        b.judge('C2', [{ id: 'CP1', met: 'met', evidence: [] }]);
        rmSync(b.paths.abs(b.paths.verdict('C2')));
      },
      'PENDING',
      'Pending: evidence complete, not judged',
    ],
    [
      'failed by the platform, not scored',
      (b) => b.play('C2', [], 'end', 'the platform gave 504'),
      'FAIL_ENV',
      'Environment failure: no score, the agent is not to blame (the platform gave 504)',
    ],
    [
      'failed by the platform',
      (b) => {
        b.play('C2', [], 'end', 'gave 504');
        b.judge('C2', [{ id: 'CP1', met: null, evidence: [] }], { env: 'gave 504' });
      },
      'FAIL_ENV',
      'Environment failure: no score, the agent is not to blame (gave 504)',
    ],
    [
      'silent',
      (b) => {
        b.play('C2', []);
        b.judge('C2', [{ id: 'CP1', met: null, evidence: [] }], {
          silent: 'no answer from 小舵 #1 within 300 s',
        });
      },
      'FAIL',
      '0 of 1: no answer from 小舵 #1 within 5:00',
    ],
  ])('%s', async (_name, prepare, state, words) => {
    const batch = new MadeBatch(['C1', 'C2']);
    prepare(batch);
    const one = await review(batch, 'C2');
    expect([one.state, plain(one.sentence)]).toEqual([state, words]);
    expect((await list(runsOf(batch)))[0]?.cases[1]?.state).toBe(state);
    await page(batch, 'C2');
  });

  it('that runs shows what was asked before any evidence is written, and what it waits for', async () => {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', [], 'asked');
    batch.write('batch.lock', String(process.pid));
    const { items } = await page(batch, 'C1');
    expect(kinds(items)).toEqual(['section', 'message', 'note waiting']);
    expect(items[1]).toMatchObject({
      message_id: 'om_q',
      text: { parts: [{ from: 0, text: '哪天开航？' }] },
    });
    expect((await review(batch, 'C1')).progress).toMatchObject({ done: 1, total: 3 });
  });

  it('whose agent said nothing says so in the thread', async () => {
    const batch = new MadeBatch(['C1']);
    batch.play('C1', []);
    expect((await page(batch, 'C1')).items.at(-1)).toEqual({
      type: 'note',
      icon: 'warning',
      text: 'no answer from 小舵 #1 within 5:00',
    });
  });

  it('with two judges, a flag, and older verdicts', async () => {
    const batch = judgedBatch();
    const w1 = batch.evidencePath('C1', 'w1');
    batch.write('evidence/C1/judge-C1.second.json', {
      judge: { mode: 'model', model: 'second', judged_at: null },
      decisions: [{ id: 'CP1', met: 'unmet', reason: 'no', evidence: [quote(w1, ANSWER, 'om_2')] }],
      human_review: {
        flagged: true,
        dimension: 'rubric',
        reason: 'CP1 is unclear, not CP10',
        flagged_by: 'ann',
        flagged_at: '2026-09-06T02:00:00Z',
      },
    });
    const verdict = readFileSync(batch.paths.abs(batch.paths.verdict('C1')), 'utf8');
    batch.write('results/verdict-C1.kept-1.json', verdict);
    batch.write('results/verdict-C1.kept-10.json', verdict);
    batch.write('results/verdict-C1.kept-2.json', '{"half');
    const one = await review(batch, 'C1');
    expect(one.judges).toEqual(['checks', 'second']);
    expect(one.points[0]?.judgements.map(({ by, word }) => [by, word])).toEqual([
      ['first', 'met'],
      ['second', 'unmet'],
    ]);
    expect(one.points[0]?.judgements[1]?.quotes[0]).toMatchObject({ id: 'CP1/second/0', verified: true });
    expect([one.points[0]?.flagged, one.points[1]?.flagged]).toEqual(['wording', undefined]);
    expect(one.history.map(({ file }) => file)).toEqual([
      'results/verdict-C1.kept-10.json',
      'results/verdict-C1.kept-1.json',
    ]);
    expect(one.problems[0]?.text).toContain('verdict-C1.kept-2.json is not valid JSON');
    const [source] = sourceVerdict
      .array()
      .parse(await new ReviewStore().sourceVerdicts([runsOf(batch)], [], ['C1', 'C2', 'none'], en));
    expect(source?.points[0]).toMatchObject({
      state: 'overridden',
      second: 'unmet',
      quotes: [{ source: '小舵 #1 · #船期协同群 · 09:00:02', verified: true }],
    });
  });
});
