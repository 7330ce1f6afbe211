import fc from 'fast-check';
import { expect, it } from 'vitest';
import { chance } from './decide.ts';
import { Faults, type FaultyCall } from './faults.ts';
import type { FaultPlan, FaultRule, InjectedFault } from './plan.ts';

const call = (op: string, app = 'operator', method = 'POST'): FaultyCall => ({ op, app, method, path: '/' });

function made(
  plan: FaultPlan,
  calls: readonly FaultyCall[],
  before: readonly InjectedFault[] = [],
): InjectedFault[] {
  const faults: InjectedFault[] = [];
  const engine = new Faults({ plan, before, onFault: (fault) => faults.push(fault) }, () => 0);
  for (const one of calls) engine.ofCall(one, () => '');
  return faults;
}

const plan = (...rules: FaultRule[]): FaultPlan => ({ seed: 7, rules });
const times = (n: number, one: FaultyCall): FaultyCall[] => Array.from({ length: n }, () => one);
const numbers = (faults: readonly InjectedFault[]): number[] => faults.map(({ n }) => n);

it.for<[string, FaultRule, number[]]>([
  ['every third', { kind: 'reset', every: 3 }, [3, 6, 9]],
  ['the first two', { kind: 'reset', first: 2 }, [1, 2]],
  ['some by number', { kind: 'reset', at: [2, 9] }, [2, 9]],
  ['a stretch', { kind: 'reset', from: 4, until: 6 }, [4, 5, 6]],
  ['every second of a stretch', { kind: 'reset', every: 2, from: 5 }, [6, 8, 10]],
  ['all', { kind: 'reset', share: 1 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
  ['none', { kind: 'reset', share: 0 }, []],
  ['another operation', { kind: 'reset', ops: ['im.chat.*'] }, []],
  ['a wildcard in the middle', { kind: 'reset', first: 1, ops: ['im.*.create'] }, [1]],
  ['other callers', { kind: 'reset', apps: ['agent:*'] }, []],
  ['no conflict on messages', { kind: 'write_conflict' }, []],
])('strikes %s', ([, rule, wanted]) => {
  expect(numbers(made(plan(rule), times(10, call('im.message.create'))))).toEqual(wanted);
});

it('a slow write is no read, a conflict is one of tables or members, discovery is struck only by name', () => {
  const all = [
    call('im.message.list', 'a', 'GET'),
    call('bitable.record.search'),
    call('bitable.record.batch_create'),
    call('im.chat.member.add'),
    call('ws.endpoint'),
  ];
  const struck = (rule: FaultRule): string[] => made(plan(rule), all).map(({ op }) => op);
  expect(struck({ kind: 'slow_write', delay_ms: 1 })).toEqual([
    'bitable.record.batch_create',
    'im.chat.member.add',
  ]);
  expect(struck({ kind: 'write_conflict' })).toEqual(['bitable.record.batch_create', 'im.chat.member.add']);
  expect(struck({ kind: 'reset', ops: ['ws.*'] })).toEqual([]);
  expect(struck({ kind: 'reset', ops: ['ws.endpoint'] })).toEqual(['ws.endpoint']);
});

it('the first rule that strikes decides, and each fault stands in the record in order', () => {
  const faults = made(
    plan({ kind: 'reset', at: [2] }, { kind: 'server_error', every: 2 }, { kind: 'lost_ack' }),
    times(4, call('im.message.create')),
  );
  expect(faults.map(({ seq, kind, rule, n }) => ({ seq, kind, rule, n }))).toEqual([
    { seq: 1, kind: 'reset', rule: 0, n: 2 },
    { seq: 2, kind: 'server_error', rule: 1, n: 4 },
  ]);
});

const anyCall = fc.record({
  op: fc.constantFrom('im.message.create', 'im.message.reply', 'docx.document.create'),
  app: fc.constantFrom('operator', 'agent:a', 'actor:b'),
  method: fc.constant('POST'),
  path: fc.constant('/'),
});
const shared = plan({ kind: 'timeout_after', share: 0.3 }, { kind: 'rate_limit', share: 0.3 });
const ofCaller = (faults: readonly InjectedFault[], like: FaultyCall): string[] =>
  faults.filter(({ op, app }) => op === like.op && app === like.app).map(({ kind, n }) => `${kind} ${n}`);

it('how calls of others come in between changes nothing', () => {
  fc.assert(
    fc.property(fc.array(anyCall, { maxLength: 60 }), fc.infiniteStream(fc.nat()), (calls, order) => {
      const mixed = calls
        .map((one) => ({ one, place: Number(order.next().value ?? 0) }))
        .sort((a, b) => a.place - b.place)
        .map(({ one }) => one);
      for (const like of calls)
        expect(ofCaller(made(shared, mixed), like)).toEqual(ofCaller(made(shared, calls), like));
    }),
    { numRuns: 50 },
  );
});

it('numbers go on from the record, so that the first ones are not struck again and again', () => {
  const rule = plan({ kind: 'reset', first: 3 });
  const first = made(rule, times(2, call('im.message.create')));
  expect(numbers(first)).toEqual([1, 2]);
  const second = made(rule, times(5, call('im.message.create')), first);
  expect(second.map(({ seq, n }) => ({ seq, n }))).toEqual([{ seq: 3, n: 3 }]);
  expect(made(rule, times(5, call('im.message.create')), [...first, ...second])).toEqual([]);
});

it('a share is met, and another seed strikes other calls', () => {
  const draws = (seed: number): boolean[] =>
    Array.from({ length: 5000 }, (_, i) => chance(seed, 'x', { op: 'o', app: 'a', n: i + 1 }) < 0.2);
  const part = draws(1).filter(Boolean).length / 5000;
  expect(part).toBeGreaterThan(0.18);
  expect(part).toBeLessThan(0.22);
  const other = draws(2);
  const both = draws(1).filter((hit, i) => hit && other[i] === true).length / 5000;
  expect(both).toBeLessThan(0.06);
});
