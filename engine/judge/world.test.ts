import { describe, expect, it } from 'vitest';
import type { Check, Reading } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { acceptDecisions } from './accept.ts';
import { checksInWorld } from './branches.ts';
import { evaluateCheck } from './checks/evaluate.ts';
import { evidence, message, silent, templateOf, W1 } from './evidence.fixture.ts';
import { ruleJudge } from './rule.ts';

const SAID = '复检排在 9 月 10 日，冷机绝缘没过';
const shared = (text = SAID) => message(text, { where: 'verification', shared_window: ['C1', 'C2'] });
const own = (text = SAID) => message(text, { where: 'verification', message_id: 'own' });
const SAYS: Check = { message: { where: 'verification', says: '冷机绝缘' } };
const NOT: Check = { absent: { where: 'verification', says: '冷机绝缘' } };
const holds = (check: Check, of: CaseEvidence) =>
  evaluateCheck(check, { evidence: of, renderText: (text) => text }).holds;

describe('a message of a shared window', () => {
  it.each<[string, Check, CaseEvidence, boolean | null]>([
    ['alone does not meet a check', SAYS, evidence([shared()]), null],
    ['beside one of the case’s own does no harm', SAYS, evidence([shared(), own()]), true],
    ['that could not have met it leaves it unmet', SAYS, evidence([shared('别的事情')]), false],
    ['that would break an absence leaves it open', NOT, evidence([shared()]), null],
    ['that would not break an absence leaves it', NOT, evidence([shared('别的事情')]), true],
    [
      'counts or not: too much is open',
      { said: { where: 'verification', max_chars: 5 } },
      evidence([shared()]),
      null,
    ],
    [
      'counts or not: enough is enough',
      { said: { where: 'verification', max_chars: 99 } },
      evidence([shared()]),
      true,
    ],
    [
      'too much without it is too much',
      { said: { where: 'verification', max_chars: 5 } },
      evidence([shared(), own()]),
      false,
    ],
  ])('%s', (_name, check, of, expected) => expect(holds(check, of)).toBe(expected));

  it('that links a document does not make it the case’s', () => {
    const asset = {
      path: 'evidence/C1/doc.json',
      evidence: {
        case_id: 'C1',
        step: 's-linked-abcdefgh',
        asset: 'abcdefgh',
        linked: true,
        at: '2026-09-06T10:20:00Z',
        text: SAID,
      },
    };
    const check: Check = { document: { linked: true, says: '冷机绝缘' } };
    expect(holds(check, evidence([], [asset]))).toBe(true);
    expect(holds(check, evidence([], [{ ...asset, shared_window: ['C1', 'C2'] }]))).toBeNull();
  });

  const decided = (met: 'met' | 'unmet', of: CaseEvidence, ...ids: readonly string[]) =>
    acceptDecisions(
      {
        judge: { mode: 'model', model: 'm', judged_at: null },
        decisions: [
          {
            id: 'CP1',
            met,
            reason: '',
            scope_read: [W1],
            evidence: ids.map((id) => ({ path: W1, quote: SAID, message_id: id })),
          },
        ],
      },
      templateOf([{ id: 'CP1' }], of),
      of,
    ).decisions[0];
  const idOf = shared().message.message_id;

  it.each<[string, 'met' | 'unmet', CaseEvidence, readonly string[], 'met' | 'unmet' | null]>([
    ['alone carries no met', 'met', evidence([shared()]), [idOf], null],
    ['alone carries no unmet that is quoted from it', 'unmet', evidence([shared()]), [idOf], null],
    ['beside one of the case’s own', 'met', evidence([shared(), own()]), [idOf, 'own'], 'met'],
    ['that is not quoted', 'unmet', evidence([shared()]), [], 'unmet'],
  ])('%s (any judge’s word)', (_name, met, of, ids, expected) => {
    const found = decided(met, of, ...ids);
    expect(found?.met).toBe(expected);
    if (expected === null) expect(found?.cannot_judge).toMatch(/shared window.*C1 and C2/);
  });
});

const reading = (applies: boolean | null, more: Partial<Reading> = {}): Reading => ({
  fact: 'f',
  case_id: 'C0',
  when: 'came_about',
  applies,
  text: 'read so',
  reason: 'because',
  ...more,
});
const withBranch = (applies: boolean | null, of: CaseEvidence = evidence([own()])) => {
  const template = templateOf([{ id: 'CP1' }], of);
  return {
    ...template,
    decisions: template.decisions.map((one) => ({ ...one, branches: [reading(applies)] })),
  };
};

describe('a point with a branch', () => {
  const NO: Check = { message: { where: 'verification', says: '没有这句' } };
  const branch = { fact: 'f', text: 'read so', check: NO };
  it.each<[string, boolean | null, object, Check | undefined, 'met' | 'unmet' | null]>([
    ['that does not apply is judged by its own check', false, {}, SAYS, 'met'],
    ['that applies is judged by the branch’s', true, {}, SAYS, 'unmet'],
    ['that applies, either being right', true, { or_as_written: true }, SAYS, 'met'],
    ['that applies and has no check is left to a judge', true, { check: undefined }, SAYS, null],
    [
      'that applies, has no check, and is right as written',
      true,
      { check: undefined, or_as_written: true },
      SAYS,
      'met',
    ],
    ['of which nobody can tell whether it applies', null, {}, NO, null],
  ])('%s', (_name, applies, more, check, expected) => {
    const of = evidence([own()]);
    const template = withBranch(applies);
    const checks = checksInWorld(template, check === undefined ? undefined : { CP1: check }, {
      CP1: [{ ...branch, ...more }],
    });
    const found = ruleJudge(
      template,
      checks,
      of,
      (text) => text,
      () => new Date(0),
    ).decisions[0];
    expect(found?.met).toBe(expected);
    expect(found?.text).toBe(template.decisions[0]?.text);
    if (applies === null) expect(found?.cannot_judge).toMatch(/“f”.*because/);
  });

  it('of which nobody can tell: no judge’s word counts, a person’s does, and a silent agent is unmet', () => {
    const of = evidence([own()]);
    const filled = {
      judge: { mode: 'model', model: 'm', judged_at: null },
      decisions: [{ id: 'CP1', met: 'unmet' as const, reason: '', evidence: [], scope_read: [W1] }],
    };
    const met = (by: 'judge' | 'person', evidenceOf = of) =>
      acceptDecisions(filled, withBranch(null, evidenceOf), evidenceOf, by).decisions[0]?.met;
    expect(met('judge')).toBeNull();
    expect(met('person')).toBe('unmet');
    expect(met('judge', silent())).toBe('unmet');
  });
});
