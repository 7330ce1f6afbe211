import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  casesMeta,
  judgeFilled,
  judgeTemplate,
  teamCard,
  verdict as verdictModel,
  type JudgeFilled,
  type JudgeTemplate,
  type TeamCard,
  type Verdict,
} from '../../schemas/index.ts';
import { describeWithCorpus } from '../../test/corpus.ts';
import { acceptDecisions } from '../judge/accept.ts';
import { evidence, message, silent, templateOf, type PointSpec } from '../judge/evidence.fixture.ts';
import { mergeManual } from '../judge/manual.ts';
import { scoreCase } from './score-case.ts';
import type { Word } from './words.ts';

const card: TeamCard = {
  case_id: 'C1',
  storyline: 'A',
  group_key: 'product',
  asker: 'shenqing',
  turns: [{ turn: 1, kind: 'query', speaker: 'shenqing', text: '问题' }],
  checkpoints_raw: '[CP1][必选] …',
};

function filled(template: JudgeTemplate, words: readonly Word[]): JudgeFilled {
  return {
    judge: { mode: 'rule', model: 'checks', judged_at: null },
    decisions: template.decisions.map((point, i) => ({ ...point, met: words[i] ?? null, evidence: [] })),
  };
}
function score(specs: readonly PointSpec[], words: readonly Word[], env: string | null = null): Verdict {
  const template = templateOf(specs);
  return scoreCase({ card, template, judged: filled(template, words), batch: 'b', env });
}

const T135: readonly PointSpec[] = [
  { id: 'CP1', result: true },
  { id: 'CP2', result: true },
  { id: 'CP5', gate: true },
  { id: 'DED1', kind: 'deduction' },
  { id: 'VETO1', kind: 'veto' },
];

describe('the scoring protocol', () => {
  it.each<[string, readonly Word[], string, number | null, object]>([
    ['all met', ['met', 'met', 'met', 'unmet', 'unmet'], 'PASS', 1, { required_met: 3 }],
    ['a deduction', ['met', 'met', 'met', 'met', 'unmet'], 'FAIL', 2 / 3, { deductions: 1 }],
    [
      'a veto',
      ['met', 'met', 'met', 'unmet', 'met'],
      'FAIL',
      0,
      { veto: { triggered: true, rule: '[VETO1] …', evidence: [] } },
    ],
    ['gate unmet', ['met', 'met', 'unmet', 'unmet', 'unmet'], 'FAIL', 0, { required_met: 0 }],
    ['never below 0', ['unmet', 'unmet', 'unmet', 'met', 'unmet'], 'FAIL', 0, {}],
    [
      'undecided',
      [null, 'met', 'met', 'unmet', 'unmet'],
      'PENDING',
      null,
      { bounds: { worst: 2 / 3, best: 1 }, undecided: ['CP1'] },
    ],
    [
      'undecided veto',
      ['met', 'met', 'met', 'unmet', null],
      'PENDING',
      null,
      { bounds: { worst: 0, best: 1 } },
    ],
    [
      'undecided gate',
      ['met', 'unmet', null, 'unmet', 'unmet'],
      'PENDING',
      null,
      { bounds: { worst: 0, best: 2 / 3 }, undecided: ['CP1', 'CP5'] },
    ],
  ])('%s', (_name, words, status, value, more) => {
    const verdict = score(T135, words);
    expect(verdict).toMatchObject({ status, score: value, ...more });
    expect(verdictModel.safeParse(verdict).error).toBeUndefined();
  });

  it('keeps the raw word under a gate, and says nothing of gates where none failed', () => {
    const failed = score(T135, ['met', null, 'unmet', 'unmet', 'unmet']);
    expect(failed.checkpoints.map((point) => [point.met, point.raw_met, point.gate_override])).toEqual([
      ['unmet', 'met', true],
      ['unmet', null, true],
      ['unmet', undefined, undefined],
      ['unmet', undefined, undefined],
      ['unmet', undefined, undefined],
    ]);
    expect(failed.status).toBe('FAIL');
    expect(JSON.stringify(score(T135, ['met', 'unmet', 'met', 'unmet', 'unmet']))).not.toMatch(
      /gate_override|raw_met/,
    );
    const open = score(T135, ['met', 'unmet', null, 'unmet', 'unmet']).checkpoints;
    expect(open[0]).toMatchObject({
      met: null,
      raw_met: 'met',
      cannot_judge: 'delivery gate CP5 is undecided',
    });
    expect(open[1]!.met).toBe('unmet');
  });

  it('has no score when the environment failed, nor without a required point', () => {
    const env = score(T135, ['met', 'met', 'unmet', 'unmet', 'unmet'], 'platform gave 500');
    expect(env).toMatchObject({
      status: 'FAIL_ENV',
      score: null,
      env: 'platform gave 500',
      bounds: { worst: 0, best: 1 },
    });
    expect(score([{ id: 'DED1', kind: 'deduction' }], ['unmet'])).toMatchObject({
      status: 'PENDING',
      score: null,
    });
  });
});

const spec = fc.record({
  kind: fc.constantFrom('required' as const, 'required' as const, 'deduction' as const, 'veto' as const),
  result: fc.boolean(),
  gate: fc.boolean(),
});
const specsWith = (word: fc.Arbitrary<Word>): fc.Arbitrary<{ specs: PointSpec[]; words: Word[] }> =>
  fc.array(fc.tuple(spec, word), { minLength: 1, maxLength: 7 }).map((pairs) => ({
    specs: [{ id: 'R' }, ...pairs.map(([one], i) => ({ id: `P${i}`, ...one }))],
    words: ['met', ...pairs.map(([, w]) => w)],
  }));
const decided = fc.constantFrom<Word>('met', 'unmet');
const any = fc.constantFrom<Word>('met', 'unmet', null);

/** All ways to decide the undecided. */
function completions(words: readonly Word[]): Word[][] {
  return words.reduce<Word[][]>(
    (done, word) =>
      done.flatMap(
        (head) =>
          (word === null
            ? [
                [...head, 'met'],
                [...head, 'unmet'],
              ]
            : [[...head, word]]) as Word[][],
      ),
    [[]],
  );
}

describe('properties', () => {
  it('the score lies in [0, 1]; PASS iff it is 1', () => {
    fc.assert(
      fc.property(specsWith(decided), ({ specs, words }) => {
        const { score: value, status } = score(specs, words);
        expect(value).toBeGreaterThanOrEqual(0);
        expect(value).toBeLessThanOrEqual(1);
        expect(status).toBe(value === 1 ? 'PASS' : 'FAIL');
      }),
    );
  });
  it('the bounds hold every completion, and are reached', () => {
    fc.assert(
      fc.property(specsWith(any), ({ specs, words }) => {
        const { bounds, score: value, status } = score(specs, words);
        const scores = completions(words).map((done) => score(specs, done).score!);
        if (value !== null) expect(new Set(scores)).toEqual(new Set([value]));
        else {
          expect(status).toBe('PENDING');
          expect([bounds!.worst, bounds!.best]).toEqual([Math.min(...scores), Math.max(...scores)]);
        }
      }),
    );
  });
  it('more met never lowers the score', () => {
    fc.assert(
      fc.property(specsWith(decided), ({ specs, words }) => {
        const before = score(specs, words).score!;
        specs.forEach((one, i) => {
          const better = one.kind === undefined || one.kind === 'required' ? 'met' : 'unmet';
          expect(score(specs, words.with(i, better)).score).toBeGreaterThanOrEqual(before);
        });
      }),
    );
  });
  it('a silent agent is FAIL 0', () => {
    fc.assert(
      fc.property(specsWith(any), ({ specs, words }) => {
        const template = templateOf(specs, silent());
        const judged = filled(template, words);
        const accepted = acceptDecisions(judged, template, silent());
        for (const one of [judged, accepted])
          expect(scoreCase({ card, template, judged: one, batch: 'b', env: null })).toMatchObject({
            status: 'FAIL',
            score: 0,
          });
      }),
    );
  });
});

describeWithCorpus('T135, completed with five stand-in points of ours', (corpus) => {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(corpus, 'sundowner', name), 'utf8'));
  const sample = judgeTemplate.parse(read('judge-template.T135.json'));
  const wanted = verdictModel.parse(read('verdict.T135.json'));
  const given = judgeFilled.parse(read('judge-filled.T135.json'));
  const own = templateOf([
    { id: 'CP3', result: true },
    { id: 'CP4', result: true },
    { id: 'CP5', gate: true },
    { id: 'DED1', kind: 'deduction' },
    { id: 'DED2', kind: 'deduction' },
  ]).decisions;
  const template: JudgeTemplate = { ...sample, decisions: [...sample.decisions, ...own] };
  const [agent] = sample.agent_messages;
  const file = 'evidence/T135/e-product-031-T135-w1.json';
  const ev = evidence(
    [message(agent!.text, { path: file, ts: agent!.ts, ts_precision: 'min', message_id: agent!.message_id })],
    [],
    { case_id: 'T135', window: { from: '2026-09-05T18:31:52.556Z', to: '2026-09-05T18:37:02.612Z' } },
  );

  function judged(gate: 'met' | 'unmet'): Verdict {
    const rest = own.map(({ id }) =>
      id === 'CP5' && gate === 'met'
        ? { id, met: gate, reason: '', evidence: [{ path: file, quote: '投诉尚不能算闭环' }] }
        : { id, met: 'unmet' as const, reason: '', evidence: [], scope_read: [...ev.scope] },
    );
    const { judge, problems } = mergeManual(template, { ...given, decisions: [...given.decisions, ...rest] });
    expect(problems).toEqual([]);
    return scoreCase({
      card: teamCard.parse(read('case-card.T135.json')),
      template,
      judged: acceptDecisions(judge, template, ev),
      meta: casesMeta.parse(read('cases.meta.json')).cases['T135'],
      batch: 'Sundowner #1',
      env: null,
    });
  }

  it('equals the sample with the gate unmet', () => {
    const verdict = judged('unmet');
    for (const i of [0, 1]) {
      const { text, ...rest } = verdict.checkpoints[i]!;
      const { text: cutText, ...sampleRest } = wanted.checkpoints[i]!;
      expect(rest).toEqual(sampleRest);
      expect(text.startsWith(cutText.slice(0, -1))).toBe(true);
    }
    expect(verdict).toMatchObject({
      required_total: 5,
      required_met: 0,
      deductions: 0,
      score: 0,
      status: 'FAIL',
    });
    for (const key of [
      'veto',
      'case_id',
      'batch',
      'group',
      'human_review',
      'agent_messages',
      'no_agent_reply',
      'stimulus_messages',
    ] as const)
      expect(verdict[key]).toEqual(wanted[key]);
    const { expected_behavior: text, criteria_text: criteria, ...about } = verdict.case;
    const { expected_behavior: start, criteria_text: _cut, ...aboutWanted } = wanted.case;
    expect(about).toEqual(aboutWanted);
    expect(criteria).toBe(text);
    expect(text.startsWith(start.slice(0, -1))).toBe(true);
    expect(verdictModel.safeParse(verdict).error).toBeUndefined();
  });

  it('scores 2 of 5 with the gate met', () => {
    const verdict = judged('met');
    expect(verdict).toMatchObject({
      required_total: 5,
      required_met: 2,
      deductions: 0,
      score: 0.4,
      status: 'FAIL',
    });
    expect(verdict.checkpoints.filter((point) => point.met === 'met').map((point) => point.id)).toEqual([
      'CP1',
      'CP5',
    ]);
    expect(verdict.checkpoints.some((point) => 'gate_override' in point || 'raw_met' in point)).toBe(false);
  });
});
