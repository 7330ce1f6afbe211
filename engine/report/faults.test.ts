import { expect, it } from 'vitest';
import { renderFaults } from './faults.ts';

const plan = { name: 'storm', seed: 7, rules: [{ kind: 'reset' as const }] };
const fault = (seq: number, kind: 'reset' | 'timeout_after') => ({
  seq,
  ts: '2026-09-01T01:02:03.004Z',
  kind,
  rule: 0,
  op: 'im.message.create',
  app: 'actor:nora',
  n: seq + 4,
  request: 'POST /open-apis/im/v1/messages',
});

it('counts the faults by kind and lists each with its caller and call', () => {
  const shown = renderFaults(
    plan,
    [fault(1, 'reset'), { ...fault(2, 'timeout_after'), note: 'after 5 ms' }, fault(3, 'reset')],
    { locale: 'en' },
    160,
  );
  expect(shown.split('\n')).toEqual([
    '3 faults made on purpose · plan storm, seed 7',
    'reset 2 · timeout_after 1',
    '',
    'no.  time (UTC)    fault          operation          caller      call  request',
    '1    01:02:03.004  reset          im.message.create  actor:nora  5     POST /open-apis/im/v1/messages',
    '2    01:02:03.004  timeout_after  im.message.create  actor:nora  6     POST /open-apis/im/v1/messages · after 5 ms',
    '3    01:02:03.004  reset          im.message.create  actor:nora  7     POST /open-apis/im/v1/messages',
  ]);
});

it('says so in Chinese, and when there was no plan', () => {
  expect(renderFaults(plan, [], { locale: 'zh' }, 80)).toBe('故意制造的故障 0 个 · 计划 storm，种子 7');
  expect(renderFaults(undefined, [], { locale: 'zh' }, 80)).toBe('这个批次没有故障计划。');
});
