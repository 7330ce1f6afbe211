import { describe, expect, it } from 'vitest';
import { depsFile, type EvalStep } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import type { CaseWindow } from '../evidence/windows.ts';
import { WorldLedger } from './make.ts';
import type { LedgerInput } from './model.ts';

const at = (minute: number): string => `2026-09-07T01:${String(minute).padStart(2, '0')}:00.000Z`;

function ran(id: string, from: number, to: number | null, more: Partial<CaseWindow> = {}): CaseWindow {
  return {
    case_id: id,
    group: 'ops',
    chats: new Set(['ops']),
    attempt: 1,
    from: at(from),
    to: to === null ? null : at(to),
    outcome: to === null ? null : 'played',
    lines: [],
    ...more,
  };
}

const msg = (caseId: string, name: string): EvalStep => ({
  id: `e-ops-001-${caseId}-${name}`,
  op: 'msg',
  group: 'ops',
  actor: 'olaf',
  text: 'x',
  case_id: caseId,
});
const sent = (caseId: string, name: string, minute: number) => ({
  step: `e-ops-001-${caseId}-${name}`,
  message_id: `om-${caseId}-${name}`,
  ts: at(minute),
});

const evidence = (caseId: string, env: string | null = null): CaseEvidence => ({
  case_id: caseId,
  group: 'ops',
  window: { from: at(0), to: at(10) },
  messages: [],
  stimuli: [],
  assets: [{ path: 'post.json', evidence: { case_id: caseId, step: 'post', asset: 'd', at: at(9) } }],
  scope: [],
  noAgentReply: null,
  substantive: [],
  env,
  events: [],
});

const CHANGE = { path: 'post.json', diff: { op: 'change' as const, path: '/r1/x', actor: null } };
const CHECK = { message: {} };

function ledgerOf(
  deps: unknown,
  windows: readonly CaseWindow[],
  more: Partial<LedgerInput> = {},
): Promise<WorldLedger> {
  return WorldLedger.make({
    batch: 'b',
    deps: depsFile.parse({ cases: deps }),
    cases: ['A', 'B'].map((caseId) => ({
      caseId,
      steps: [msg(caseId, 'q1'), msg(caseId, 'i2'), msg(caseId, 'cond1')],
    })),
    windows,
    render: (text) => text.replace('{{D}}', 'today'),
    evidenceOf: (caseId) => Promise.resolve(evidence(caseId)),
    check: () => ({ holds: true, pointers: [CHANGE], read: [], reason: 'changed' }),
    pointOf: () => Promise.resolve({ met: 'met', reason: 'said', evidence: [] }),
    ...more,
  });
}

const fact = (by?: unknown): unknown => ({
  A: { leaves_facts: [{ id: 'f', text: 'so on {{D}}', ...(by === undefined ? {} : { by }) }] },
});
const bothLines = [sent('A', 'q1', 1), sent('A', 'i2', 2), sent('A', 'cond1', 3)];
const falsely = { check: () => ({ holds: false, pointers: [], read: [], reason: 'unchanged' }) };

describe('whether a fact came about', () => {
  it.each<[string, unknown, CaseWindow[], Partial<LedgerInput>, boolean | null, string | null]>([
    ['its line was sent', { sent: 2 }, [ran('A', 0, 10, { lines: bothLines })], {}, true, at(2)],
    ['its line was not sent', { sent: 'cond1' }, [ran('A', 0, 10)], {}, false, null],
    ['its line may still be sent', { sent: 'cond1' }, [ran('A', 0, null)], {}, null, null],
    ['the script has no such line', { sent: 7 }, [ran('A', 0, 10)], {}, null, null],
    [
      'a playing that does not count sent its line',
      { sent: 2 },
      [ran('A', 0, 5, { outcome: 'interrupted', lines: bothLines }), ran('A', 5, 10, { attempt: 2 })],
      {},
      true,
      at(2),
    ],
    ['its case was not run', { sent: 2 }, [], {}, false, null],
    [
      'all lines of colleagues were sent',
      undefined,
      [ran('A', 0, 10, { lines: bothLines })],
      {},
      true,
      at(3),
    ],
    [
      'some lines of colleagues were sent',
      undefined,
      [ran('A', 0, 10, { lines: bothLines.slice(0, 2) })],
      {},
      null,
      null,
    ],
    [
      'no line of a colleague was sent',
      undefined,
      [ran('A', 0, 10, { lines: bothLines.slice(0, 1) })],
      {},
      false,
      null,
    ],
    ['its check holds', { check: CHECK }, [ran('A', 0, 10)], {}, true, at(9)],
    ['its check does not hold', { check: CHECK }, [ran('A', 0, 10)], falsely, false, null],
    [
      'its check does not hold, but the platform failed',
      { check: CHECK },
      [ran('A', 0, 10)],
      { ...falsely, evidenceOf: (id) => Promise.resolve(evidence(id, 'lost')) },
      null,
      null,
    ],
    [
      'its check does not hold, but an earlier playing may have done it',
      { check: CHECK },
      [ran('A', 0, 5, { outcome: 'interrupted' }), ran('A', 5, 10, { attempt: 2 })],
      falsely,
      null,
      null,
    ],
    ['its point is met', { point: 'CP1' }, [ran('A', 0, 10)], {}, true, at(10)],
    [
      'its point is open',
      { point: 'CP1' },
      [ran('A', 0, 10)],
      { pointOf: () => Promise.resolve({ met: null, reason: 'open', evidence: [] }) },
      null,
      null,
    ],
  ])('%s', async (_name, by, windows, more, expected, when) => {
    const [found] = (await ledgerOf(fact(by), windows, more)).whole.facts;
    expect(found).toMatchObject({
      id: 'f',
      case_id: 'A',
      text: 'so on today',
      came_about: expected,
      at: when,
    });
  });
});

const branched = (more: object = {}): unknown => ({
  ...(fact({ sent: 2 }) as object),
  B: { depends_on: ['A'], branches: { CP1: [{ fact: 'f', text: 'read so', ...more }] } },
});

describe('how a fact stood for a later case', () => {
  it.each<[string, CaseWindow[], boolean | null]>([
    ['it came about before', [ran('A', 0, 10, { lines: bothLines }), ran('B', 11, 20)], true],
    [
      'it came about before, and its case still ran',
      [ran('A', 0, 15, { lines: bothLines }), ran('B', 11, 20)],
      true,
    ],
    ['it came about while the case ran', [ran('A', 0, 10, { lines: bothLines }), ran('B', 1, 20)], null],
    [
      'it came about only after the case',
      [ran('A', 0, 30, { lines: [sent('A', 'i2', 25)] }), ran('B', 1, 20)],
      false,
    ],
    [
      'its case began only after the case',
      [ran('B', 1, 20), ran('A', 21, 30, { lines: [sent('A', 'i2', 25)] })],
      false,
    ],
    ['it did not come about', [ran('A', 0, 10), ran('B', 11, 20)], false],
    ['its case has not ended', [ran('A', 0, null), ran('B', 11, 20)], null],
    ['its case is not run', [ran('B', 11, 20)], false],
  ])('%s', async (_name, windows, stood) => {
    const ledger = await ledgerOf(branched(), windows);
    expect(ledger.worldOf('B')?.before.facts).toMatchObject([{ id: 'f', case_id: 'A', stood }]);
    expect(ledger.worldOf('B')?.readings.get('CP1')).toMatchObject([{ applies: stood, text: 'read so' }]);
    const other = await ledgerOf(branched({ when: 'did_not' }), windows);
    expect(other.worldOf('B')?.readings.get('CP1')?.[0]?.applies).toBe(stood === null ? null : !stood);
  });

  it('tells the order actually run, and nothing of a case that was not begun', async () => {
    const ledger = await ledgerOf({}, [ran('B', 1, 20), ran('A', 0, 10), ran('C', 25, null)]);
    expect(ledger.whole.order.map((one) => one.case_id)).toEqual(['A', 'B', 'C']);
    expect(ledger.worldOf('C')?.before.ran_before.map((one) => one.case_id)).toEqual(['A', 'B']);
    expect(ledger.worldOf('B')?.before.ran_beside.map((one) => one.case_id)).toEqual(['A']);
    expect(ledger.worldOf('X')).toBeUndefined();
  });

  it('names of many cases those that leave facts and the last ones', async () => {
    const many = Array.from({ length: 59 }, (_, i) => ran(`C${i}`, i, i));
    const ledger = await ledgerOf(fact({ sent: 2 }), [ran('A', 0, 0), ...many.slice(1), ran('B', 59, 59)]);
    const before = ledger.worldOf('B')?.before;
    expect(before?.ran_before[0]?.case_id).toBe('A');
    expect([before?.ran_before.length, before?.earlier]).toEqual([51, 8]);
  });
});

it('facts that rest on each other are unknown, and the making ends', async () => {
  const deps = {
    A: {
      leaves_facts: [{ id: 'f', text: 'x', by: { point: 'CP1' } }],
      branches: { CP1: [{ fact: 'g', text: 'x' }] },
    },
    B: {
      leaves_facts: [{ id: 'g', text: 'x', by: { point: 'CP1' } }],
      branches: { CP1: [{ fact: 'f', text: 'x' }] },
    },
  };
  const { facts } = (
    await ledgerOf(deps, [ran('A', 0, 10), ran('B', 1, 20)], {
      pointOf: (_case, _point, readings) => {
        const open = [...readings.values()].flat().some(({ applies }) => applies === null);
        return Promise.resolve({ met: open ? null : 'met', reason: '', evidence: [] });
      },
    })
  ).whole;
  expect(facts.map(({ came_about: truth }) => truth)).toEqual([null, null]);
});
