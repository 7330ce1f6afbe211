import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readJournal } from '../../engine/batch/journal.ts';
import type { BatchManifest, JournalEntry } from '../../schemas/index.ts';
import { copyCompany, removeDir, runCli, tempDir, type CliResult } from './company.ts';
import { countWrites, killedAt } from './kill/killed-run.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const base = tempDir();
const evalset = copyCompany({ into: path.join(base, 'harbor') });
const CASES = ['H01', 'H02', 'H03'];
const START = [
  evalset,
  '--agent',
  'rehearsal',
  '--day0',
  '2026-12-01',
  ...CASES.flatMap((id) => ['--case', id]),
];
const batch = path.join(base, 'runs/b');

const resume = (...more: string[]): Promise<CliResult> =>
  runCli(['run', evalset, '--resume', 'b', ...more], { cwd: base });
const edit = (file: string, change: (text: string) => string): (() => void) => {
  const full = path.join(evalset, file);
  const before = existsSync(full) ? readFileSync(full, 'utf8') : null;
  writeFileSync(full, change(before ?? ''));
  return () => writeFileSync(full, before ?? 'corrections: []\n');
};
const journal = (): readonly JournalEntry[] => readJournal(path.join(batch, 'journal.jsonl')).entries;
const begun = (): string[] => [
  ...new Set(journal().flatMap((e) => (e.op === 'case' ? [e.case_id ?? ''] : []))),
];

/** Takes the second question of case H03 away: the script changes, the evalset does not. */
const CORRECTION = `corrections:\n  - case: H03\n    reason: asked too much\n    op: drop_turn\n    turn: 2\n`;

beforeAll(async () => {
  const writes = await countWrites(base, START, 'whole');
  // Somewhere in the cases: behind the world, before the last one.
  for (let share = 0.62; share < 1; share += 0.04) {
    removeDir(batch);
    await killedAt(base, START, 'b', Math.floor(writes * share));
    if (begun().length > 0) return;
  }
});
afterAll(() => removeDir(base));

it('refuses by name what has changed when a batch goes on', async () => {
  expect(begun()).not.toEqual([]);
  expect(begun()).not.toContain('H03');
  const card = edit('cases/H03.case.yaml', (text) => text.replace('卡在', '停在'));
  const other = await resume();
  card();
  expect([other.code, other.stderr]).toEqual([
    2,
    expect.stringMatching(/the evalset has changed since batch "b"/),
  ]);

  const script = edit('corrections.yaml', () => CORRECTION);
  const refused = await resume();
  script();
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(
    /script has changed since batch "b" was compiled \(.*exec-ops\.json.*\); .*--accept-script/s,
  );

  const world = edit('world/harbor.world.yaml', (text) => text.replace('北岬线开航计划', '北岬线开航方案'));
  const built = await resume('--accept-script');
  world();
  expect([built.code, built.stderr]).toEqual([
    2,
    expect.stringMatching(/the world has changed since batch "b" built it/),
  ]);
});

it('lets an accepted script serve the cases that have not begun, and says so', async () => {
  const before = begun();
  edit('corrections.yaml', () => CORRECTION);
  const done = await resume('--accept-script');
  expect(done.code, done.stderr).toBe(0);
  const accepted = journal().find((entry) => entry.op === 'script.accept');
  expect(accepted?.['cases']).toEqual(CASES.filter((id) => !before.includes(id)));
  const manifest = JSON.parse(readFileSync(path.join(batch, 'manifest.json'), 'utf8')) as BatchManifest;
  expect(manifest.mixed_script?.map(({ cases }) => cases)).toEqual([accepted?.['cases']]);
  expect(journal().some((e) => /H03-q2$/.test(e.step))).toBe(false);
  expect(journal().some((e) => /H03-q1$/.test(e.step) && e.status === 'success')).toBe(true);
  expect(done.stdout).toMatch(/mixed script/i);
  const shown = await runCli(['show', 'b', '--json'], { cwd: base });
  expect(JSON.parse(shown.stdout)).toMatchObject({ summary: { mixed_script: true } });
});
