import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messageEvidence, verdict as verdictModel } from '../../schemas/index.ts';
import { messageOf } from './batch.fixture.ts';
import { AGENT_MESSAGES, MESSAGES, parseQuickly } from './quick.ts';

const good: Record<string, unknown> = { ...messageOf({ text: '北岬线' }) };
const told: Record<string, unknown> = {
  chat: 'ops',
  message_id: 'om_1',
  ts: '2026-09-06T09:00+08:00',
  text: '北岬线',
  turn: 1,
  where: 'thread',
};

const odd = fc.constantFrom<unknown>(
  null,
  '',
  'ms',
  'agent',
  7,
  1.5,
  true,
  [],
  {},
  [null],
  [{ kind: 'npc', key: 'a' }],
  [{ kind: 'npc' }],
  [{ ts: '2026-09-06T01:00:02.000Z', text: 'x' }],
  [{ kind: 'file', name: null }],
  [{ kind: 'file', key: 'k' }],
  '2026-09-06T01:00Z',
  '2026-09-06 01:00',
);

/** An item with some of its keys changed, removed or added. */
const changed = (item: Record<string, unknown>) =>
  fc
    .tuple(
      fc.dictionary(fc.constantFrom(...Object.keys(item), 'deleted', 'substantive_chosen', 'more'), odd, {
        maxKeys: 2,
      }),
      fc.subarray(Object.keys(item), { maxLength: 1 }),
    )
    .map(([change, gone]) =>
      Object.fromEntries(Object.entries({ ...item, ...change }).filter(([key]) => !gone.includes(key))),
    );

describe('the quick check of a long list', () => {
  it.each([
    ['messages of evidence', good, MESSAGES, messageEvidence],
    ['messages of an agent', told, AGENT_MESSAGES, verdictModel],
  ])('accepts what the model accepts, and gives the same: %s', (_name, item, long, schema) => {
    const list = fc.array(fc.oneof(fc.constant(item), changed(item), odd), { maxLength: 4 });
    const window = { from: '2026-09-06T01:00:00.000Z', to: '2026-09-06T01:05:00.000Z' };
    let accepted = 0;
    fc.assert(
      fc.property(list, (items) => {
        const file = { case_id: 'C1', step: 's', window, scope: [], [long.key]: items };
        const base: object = schema === messageEvidence ? file : { ...verdict(), [long.key]: items };
        const quick = parseQuickly<object>(base, schema, long);
        const slow = schema.safeParse(base);
        expect(quick.success).toBe(slow.success);
        if (slow.success) {
          accepted += 1;
          expect(quick.data).toEqual(slow.data);
        } else expect(quick.error?.issues).toEqual(slow.error.issues);
        if (items.every(long.fits)) expect(slow.success).toBe(true);
      }),
      { numRuns: 2000 },
    );
    expect(accepted).toBeGreaterThan(100);
  });
});

function verdict(): object {
  return {
    score: 1,
    required_total: 0,
    required_met: 0,
    deductions: 0,
    veto: { triggered: false, rule: '', evidence: [] },
    checkpoints: [],
    status: 'PASS',
    case_id: 'C1',
    batch: 'made',
    group: 'ops',
    case: { title: '', trigger: '', storyline: '', expected_behavior: '', criteria_text: '' },
    no_agent_reply: null,
    stimulus_messages: [],
    judge: { mode: 'rule', model: 'checks', judged_at: null },
  };
}
