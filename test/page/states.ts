import type { ReviewPoint } from '../../schemas/review.ts';
import { humanWord } from './make.ts';
import { caseMessage, FLAG, points, review, type CaseMessage } from './harbor.ts';

export type StateName =
  | 'fail'
  | 'fail-one-judge'
  | 'fail-labelled'
  | 'fail-rescored'
  | 'pass'
  | 'silent'
  | 'pending'
  | 'running'
  | 'env'
  | 'rerun'
  | 'empty'
  | 'stale'
  | 'readonly';

const BLANK = points().map((p): ReviewPoint => ({
  ...p,
  state: 'none',
  label: 'No verdict',
  judgements: [],
}));

/** The points with labels: of the person who looks, and of another one. */
export function labelledPoints(adopted: boolean): ReviewPoint[] {
  return points().map((p): ReviewPoint => {
    if (p.id === 'CP3')
      return {
        ...p,
        ...(adopted ? { decided_by: 'Lin Zhuo' } : {}),
        human: [
          humanWord(p, 'unmet', 'Lin Zhuo', '「还没有拿到」说的是验货结论，不是状态。', { adopted }),
          humanWord(p, 'met', 'Gu Yan', '', { at: '2026-09-07T01:10:00.000Z', carried: false }),
        ],
      };
    if (p.id === 'VETO1')
      return {
        ...p,
        ...(adopted
          ? { decided_by: 'Lin Zhuo', state: 'triggered' as const, label: 'Triggered · Lin Zhuo' }
          : {}),
        human: [humanWord(p, 'met', 'Lin Zhuo', '', { adopted })],
      };
    return p;
  });
}

/** Every state of a case that a person can meet. */
export function states(): Record<StateName, CaseMessage> {
  return {
    fail: caseMessage({ flags: [FLAG] }),
    'fail-one-judge': caseMessage({
      judges: ['rule set harbor-1'],
      points: points().map((p) => ({ ...p, judgements: p.judgements.slice(0, 1) })),
      history: [
        {
          file: 'results/verdict-H07.kept-1.json',
          judged_at: '2026-09-06T14:39:00.000Z',
          text: '1 of 5',
          human: 0,
        },
      ],
    }),
    'fail-labelled': caseMessage({ flags: [FLAG], points: labelledPoints(false) }),
    'fail-rescored': caseMessage({
      sentence: [
        '0 of 5: veto triggered; ',
        { point: 'CP3' },
        ', ',
        { point: 'VETO1' },
        ' decided by Lin Zhuo',
      ],
      sum: 'veto, so 0 · 3 of 5 before the gate',
      points: labelledPoints(true),
      human: 2,
      history: [
        {
          file: 'results/verdict-H07.kept-1.json',
          judged_at: '2026-09-06T14:40:12.000Z',
          text: '0 of 5: delivery gate CP5 unmet, so 4 result points count as unmet',
          human: 0,
        },
      ],
    }),
    pass: caseMessage({
      state: 'PASS',
      sentence: ['5 of 5'],
      sum: 'max(0, 5 − 0) ÷ 5 = 1',
      points: points().map((p) => (p.kind === 'required' ? { ...p, state: 'met', label: 'Met' } : p)),
    }),
    silent: caseMessage({
      sentence: ['0 of 5: no answer from 小舵 #1 within 5:00'],
      sum: 'max(0, 0 − 0) ÷ 5 = 0 · both turns',
    }),
    pending: caseMessage({
      state: 'PENDING',
      sentence: ['Pending: evidence complete, not judged'],
      sum: 'Not in the denominator until judged · 6 messages, 1 table, 1 document, 5 events',
      points: BLANK,
      score: null,
      judged_at: null,
    }),
    running: caseMessage({
      state: 'running',
      sentence: ['Running: waiting for 小舵 #1, turn 2'],
      sum: '',
      points: [],
      score: null,
      judged_at: null,
      progress: { done: 3, total: 7, since: '2026-09-06T14:32:01.000Z' },
    }),
    env: caseMessage({
      state: 'FAIL_ENV',
      sentence: ['Environment failure: no score, the agent is not to blame'],
      sum: 'Not in the denominator · 11 of 12 cases count · first run kept',
      env: 'Snapshot of 《冷柜台账》 failed three times: HTTP 504 from the platform, 22:37:01, 22:37:21, 22:37:41.',
      points: BLANK,
      score: null,
    }),
    rerun: caseMessage({ state: 'RERUN', sentence: ['To be rerun: no score yet'], sum: '', points: BLANK }),
    empty: caseMessage({ state: 'empty', sentence: ['H07 has no verdict yet'], sum: '', points: [] }),
    stale: caseMessage(
      {
        problems: [
          {
            text: 'judge-H07.json is half written: judge the case again.',
            path: `${review().batch.dir}/evidence/H07/judge-H07.json`,
          },
        ],
      },
      { stale: { version: review().batch.evalset, points: ['CP2'] } },
    ),
    readonly: caseMessage(
      {
        batch: { ...review().batch, readonly: true, why_readonly: 'Another tool wrote it.' },
      },
      { may: { run: false, judge: false, stop: false, label: false } },
    ),
  };
}
