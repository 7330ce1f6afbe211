import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  judgeFilled,
  judgeTemplate,
  teamCard,
  type Check,
  type DiffEntry,
  type EvaluationCard,
  type JudgeFilled,
} from '../../schemas/index.ts';
import { describeWithCorpus } from '../../test/corpus.ts';
import { acceptDecisions } from './accept.ts';
import { AGENT, POST, W1, base, evidence, message, silent, templateOf } from './evidence.fixture.ts';
import { mergeManual } from './manual.ts';
import { ruleJudge } from './rule.ts';
import { buildTemplate } from './template.ts';

const ev = evidence([message('对应 B03「工单重复分配」，正在修复', { message_id: 'a1' })], base([]));
const now = (): Date => new Date('2026-09-06T11:00:00Z');
const same = (text: string): string => text;
const template = templateOf([{ id: 'CP1' }, { id: 'CP2' }, { id: 'DED1', kind: 'deduction' }], ev);
const says = (text: string): Check => ({ message: { says: text } });
const own: DiffEntry = { op: 'change', path: '/r1/状态', before: '修复中', after: '已修复', actor: AGENT };

const judge = (checks?: Record<string, Check>, of = ev): JudgeFilled =>
  ruleJudge(
    templateOf([{ id: 'CP1' }, { id: 'CP2' }, { id: 'DED1', kind: 'deduction' }], of),
    checks,
    of,
    same,
    now,
  );
const words = (judged: JudgeFilled): unknown[] => judged.decisions.map((decision) => decision.met);
const pick = (judged: JudgeFilled, id: string): JudgeFilled['decisions'][number] =>
  judged.decisions.find((decision) => decision.id === id)!;

describe('the rule judge', () => {
  it('decides with quotes, with the complete scope, or not at all', () => {
    const judged = judge({ CP1: says('B03'), CP2: says('后端模块'), DED1: { message: { matches: '(' } } });
    expect(words(judged)).toEqual(['met', 'unmet', null]);
    expect(pick(judged, 'CP1').evidence).toHaveLength(1);
    expect(pick(judged, 'CP2').scope_read).toEqual(ev.scope);
    expect(pick(judged, 'DED1').cannot_judge).toMatch(/cannot be used/);
    expect(judgeFilled.safeParse(judged).error).toBeUndefined();
    expect(words(acceptDecisions(judged, template, ev))).toEqual(words(judged));
  });

  it('leaves points without a check undecided', () => {
    const judged = judge();
    expect(words(judged)).toEqual([null, null, null]);
    expect(pick(judged, 'CP1').reason).toMatch(/no deterministic check/);
  });

  it('leaves to a judge what a check says so of, as a point without a check', () => {
    const judged = judge({ CP1: { all: [says('B03'), { open: '语气' }] }, CP2: { open: '语气' } });
    expect(words(judged)).toEqual([null, null, null]);
    expect(pick(judged, 'CP1')).toMatchObject({ evidence: [], reason: 'left to a judge: 语气' });
    expect(pick(judged, 'CP1').cannot_judge).toBeUndefined();
    expect(words(judge({ CP1: { all: [says('后端模块'), { open: '语气' }] } }))[0]).toBe('unmet');
  });

  it('never calls an absence alone met; with what was said instead it is', () => {
    const absent: Check = { absent: { says: '底价' } };
    const judged = judge({
      CP1: absent,
      CP2: { all: [absent, says('B03')] },
      DED1: { not: says('后端模块') },
    });
    expect(words(judged)).toEqual([null, 'met', null]);
    expect(pick(judged, 'CP1').cannot_judge).toMatch(/no quote carries it/);
  });

  it('finds a silent agent unmet on every required point; its changes still count', () => {
    const quiet = silent(base([own]));
    const judged = judge(
      { CP1: { absent: { says: 'x' } }, DED1: { not: { nothing_else_changed: {} } } },
      quiet,
    );
    expect(words(judged)).toEqual(['unmet', 'unmet', 'met']);
    expect(pick(judged, 'CP1').reason).toBe('no answer from 北辰 #1 within 5:00');
    expect(pick(judged, 'DED1').evidence).toEqual([{ path: POST, diff: own }]);
    expect(words(judge(undefined, quiet))).toEqual(['unmet', 'unmet', null]);
    expect(words(judge(undefined, silent()))).toEqual(['unmet', 'unmet', 'unmet']);
  });
});

describe('a person’s judge file', () => {
  it('is merged; foreign and broken parts are left out and named', () => {
    const { judge: merged, problems } = mergeManual(template, {
      judge: { mode: 'manual', model: 'Ann', judged_at: null },
      score: 1,
      decisions: [
        { id: 'CP1', met: 'met', reason: 'r', evidence: [{ path: W1, quote: 'q', page: 3 }], mood: 'good' },
        { id: 'CP1', met: 'unmet' },
        { id: 'CP2', met: 'perhaps' },
        { id: 'CP9', met: 'met' },
        'nonsense',
      ],
    });
    expect(words(merged)).toEqual(['met', null, null]);
    expect(pick(merged, 'CP1').evidence).toEqual([{ path: W1, quote: 'q' }]);
    expect(problems).toHaveLength(7);
    expect(judgeFilled.safeParse(merged).error).toBeUndefined();
  });

  it.each([null, 'text', [], {}, { case_id: 'C2', decisions: [{ id: 'CP1', met: 'met' }] }])(
    'decides nothing when it is %j',
    (file) => {
      const { judge: merged, problems } = mergeManual(template, file);
      expect(words(merged)).toEqual([null, null, null]);
      expect(problems.length).toBeGreaterThan(0);
    },
  );

  it('never throws, and never yields more than the template asks', () => {
    fc.assert(
      fc.property(fc.anything(), (file) => {
        const { judge: merged } = mergeManual(template, file);
        expect(merged.decisions.map((one) => one.id)).toEqual(['CP1', 'CP2', 'DED1']);
      }),
    );
  });
});

describe('the gate before scoring', () => {
  const decide = (answer: object, of = ev): JudgeFilled['decisions'][number] => {
    const filled = mergeManual(template, {
      judge: { mode: 'm', model: 'm', judged_at: null },
      decisions: [{ id: 'CP1', reason: 'because', evidence: [], ...answer }],
    }).judge;
    return pick(acceptDecisions(filled, template, of), 'CP1');
  };
  const good = { path: W1, quote: '对应 B03「工单重复分配」' };
  const bad = { path: W1, quote: '对应 B04「工单重复分配」' };

  it.each<[string, object, unknown]>([
    ['met with a quote', { met: 'met', evidence: [good] }, 'met'],
    ['met without', { met: 'met' }, null],
    ['met with a forged one', { met: 'met', evidence: [bad] }, null],
    ['met with both', { met: 'met', evidence: [bad, good] }, 'met'],
    ['unmet with a quote', { met: 'unmet', evidence: [good] }, 'unmet'],
    ['unmet with nothing', { met: 'unmet' }, null],
    ['unmet with a forged quote', { met: 'unmet', evidence: [bad] }, null],
    ['unmet with the scope', { met: 'unmet', scope_read: ev.scope }, 'unmet'],
    ['unmet with part of it', { met: 'unmet', scope_read: ev.scope.slice(1) }, null],
    ['unmet with an empty list', { met: 'unmet', scope_read: [] }, null],
  ])('%s', (_name, answer, expected) => {
    const decision = decide(answer);
    expect(decision.met).toBe(expected);
    expect(decision.cannot_judge === undefined).toBe(expected !== null);
    expect(decision.evidence).not.toContainEqual(bad);
  });

  it('holds a silent agent unmet whatever was filled in', () => {
    expect(decide({ met: 'met', evidence: [good] }, silent())).toMatchObject({ met: 'unmet', evidence: [] });
    expect(decide({}, silent())).toMatchObject({
      met: 'unmet',
      reason: 'no answer from 北辰 #1 within 5:00',
    });
  });
});

describeWithCorpus('the template of T135', (corpus) => {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(corpus, 'sundowner', name), 'utf8'));
  it('has the sample’s shape and content', () => {
    const sample = judgeTemplate.parse(read('judge-template.T135.json'));
    const [agent] = sample.agent_messages;
    const [stimulus] = sample.stimulus_messages;
    const evaluation: EvaluationCard = {
      case_id: 'T135',
      ordinal: 31,
      query: sample.case.query,
      checkpoints_rendered: sample.checkpoints_rendered,
      points: sample.decisions.map(({ id, kind, result, delivery_gate, text, text_rendered }) => ({
        id,
        kind,
        result,
        delivery_gate,
        text,
        text_rendered,
      })),
      exec_notes_rendered: sample.case.exec_notes_rendered,
    };
    const built = buildTemplate({
      card: teamCard.parse(read('case-card.T135.json')),
      evaluation,
      evidence: evidence(
        [message(agent!.text, { message_id: agent!.message_id, ts: agent!.ts, ts_precision: 'min' })],
        [],
        {
          window: { from: '2026-09-05T18:31:52.556Z', to: '2026-09-05T18:37:02.612Z' },
          stimuli: [{ ...stimulus!, actor: 'shenqing', turn: 1 }],
          substantive: [agent!.message_id],
        },
      ),
      actorNames: { shenqing: 'Maya Reed' },
    });
    const { judge: _a, notes: _b, ...wanted } = sample;
    const { judge: _c, notes: _d, scope: _e, ...got } = built;
    expect(got).toEqual(wanted);
    const order = Object.keys(built).filter((key) => key !== 'scope');
    expect(order).toEqual(Object.keys(sample));
  });
});
