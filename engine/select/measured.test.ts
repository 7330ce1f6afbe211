import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { BatchManifest, EvalStep } from '../../schemas/index.ts';
import { middle, readMeasured, shapeOf } from './measured.ts';

const runs = mkdtempSync(path.join(os.tmpdir(), 'sundowner-measured-'));
afterAll(() => rmSync(runs, { recursive: true, force: true }));

const HASH = 'a'.repeat(64);
const LIKE = { label: 'Pier', agent: 'helm', world: HASH };

const gates = (wait: number): EvalStep[] => [
  { id: 'q', op: 'msg', group: 'ops', actor: 'bo', text: 'x', case_id: 'A1' },
  { id: 'w', op: 'gate', kind: 'agent_reply_seen', group: 'ops', max_wait_sec: wait, case_id: 'A1' },
];

const at = (second: number): string => new Date(Date.UTC(2026, 8, 6, 9, 0, second)).toISOString();

/** A batch folder as a run leaves it, as far as it is read here. */
function batch(
  name: string,
  over: { agent?: string; world?: string; label?: string; wait?: number; day?: number },
  events: readonly (readonly [second: number, event: string, note?: string])[],
): void {
  const dir = path.join(runs, name);
  for (const folder of ['script', 'evidence']) mkdirSync(path.join(dir, folder), { recursive: true });
  const manifest: BatchManifest = {
    schema_version: 1,
    batch: name,
    mode: 'full',
    label: over.label ?? 'Pier',
    day0: '2026-09-06',
    identity: { evalset: HASH, script: HASH, world: over.world ?? HASH },
    isolation: 'none',
    platform: { kind: 'local' },
    agent: { name: over.agent ?? 'helm', driver: 'member', key: 'helm', display_name: 'Helm' },
    judge: 'rule',
    cases: ['A1'],
    created_at: new Date(Date.UTC(2026, 8, over.day ?? 6)).toISOString(),
    sundowner_version: '0',
  };
  writeFileSync(path.join(dir, 'manifest.json'), JSON.stringify(manifest));
  const steps = gates(over.wait ?? 12);
  const bundle = {
    group: 'ops',
    group_name: '#ops',
    cases: ['A1'],
    case_count: 1,
    eval_steps: 2,
    est_minutes: 1,
    steps,
  };
  writeFileSync(path.join(dir, 'script/exec-ops.json'), JSON.stringify(bundle));
  const lines = (values: readonly object[]): string =>
    values.map((one) => `${JSON.stringify(one)}\n`).join('');
  writeFileSync(
    path.join(dir, 'evidence/director.jsonl'),
    lines(
      events.map(([second, event, note]) => ({ at: at(second), group: 'ops', event, case_id: 'A1', note })),
    ),
  );
  writeFileSync(
    path.join(dir, 'journal.jsonl'),
    lines([
      { ts: at(0), step: 'preset.a', status: 'intent' },
      { ts: at(5), step: 'preset.b', status: 'success' },
      { ts: at(60), step: 'cast.a', status: 'intent' },
      { ts: at(62), step: 'cast.b', status: 'success' },
      { ts: at(70), step: 'eval.q', status: 'success' },
    ]),
  );
}

const KEY = shapeOf('A1', gates(12));

describe('what earlier batches took', () => {
  batch('first', {}, [
    [0, 'case_start'],
    [30, 'case_end', 'ok'],
  ]);
  batch('second', { day: 7 }, [
    [10, 'case_start'],
    [11, 'stimulus_sent'],
    [50, 'case_end', 'ok'],
  ]);
  batch('interrupted', {}, [
    [0, 'case_start'],
    [9, 'case_resumed'],
    [900, 'case_end', 'ok'],
  ]);
  batch('fault', {}, [
    [0, 'case_start'],
    [1, 'case_end', 'the platform did not answer'],
  ]);
  batch('again', { world: 'b'.repeat(64) }, [
    [0, 'case_start'],
    [3, 'case_start'],
    [23, 'case_end', 'ok'],
  ]);
  batch('other-agent', { agent: 'echo' }, [
    [0, 'case_start'],
    [1, 'case_end', 'ok'],
  ]);
  batch('other-company', { label: 'Quay' }, [
    [0, 'case_start'],
    [1, 'case_end', 'ok'],
  ]);
  batch('other-waits', { wait: 300 }, [
    [0, 'case_start'],
    [100, 'case_end', 'ok'],
  ]);
  mkdirSync(path.join(runs, 'damaged'));
  writeFileSync(path.join(runs, 'damaged/manifest.json'), '{"schema_version":');
  writeFileSync(path.join(runs, 'notes.txt'), 'no batch');

  it('is read of cases that were played to their end by the same agent, newest first', async () => {
    const { cases } = await readMeasured(runs, LIKE);
    expect(cases.get(KEY)).toEqual([40, 20, 30]);
    expect(cases.get(shapeOf('A1', gates(300)))).toEqual([100]);
    expect(cases.size).toBe(2);
  });

  it('is read of the same world before its first case; the time between two commands is none of it', async () => {
    const { shared } = await readMeasured(runs, LIKE);
    expect([...new Set(shared)]).toEqual([7]);
    expect(shared).toHaveLength(5);
  });

  it('is nothing where there is no folder', async () => {
    expect(await readMeasured(path.join(runs, 'none'), LIKE)).toEqual({ cases: new Map(), shared: [] });
  });
});

it.each([
  [[], undefined],
  [[3], 3],
  [[9, 1], 9],
  [[5, 1, 30], 5],
])('the middle of %j is %s', (all, expected) => {
  expect(middle(all)).toBe(expected);
});
