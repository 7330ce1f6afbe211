import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { generate } from '../perf/batch/generate.mjs';
import { removeDir, tempDir } from './company.ts';
import { countWrites, runKilled, seeded } from './kill/killed-run.ts';
import { lockOverlaps, outcomeOf, type Outcome } from './kill/outcome.ts';

vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

/** 8 cases in 4 groups, with conditional lines, verification groups and tables that are written. */
const SHAPE = { sizes: [3, 2, 2, 1], docs: 2, tables: 3, preset: 30, exec: { gate_quiet_sec: 5 } };
const START = ['evalset', '--agent', 'rehearsal', '--day0', '2026-12-01'];
const BATCHES = 3;
const KILLS = 10;

describe('a batch that is killed again and again', () => {
  const cwd = tempDir();
  let writes = 0;
  let undisturbed: Outcome;
  beforeAll(async () => {
    generate(path.join(cwd, 'evalset'), 5, SHAPE);
    writes = await countWrites(cwd, START, 'undisturbed');
    undisturbed = outcomeOf(path.join(cwd, 'runs/undisturbed'));
  });
  afterAll(() => removeDir(cwd));

  it('comes to something: the undisturbed run has all verdicts', () => {
    expect(Object.keys(undisturbed.verdicts)).toHaveLength(8);
    expect(Object.values(undisturbed.verdicts).filter((v) => v.startsWith('PASS')).length).toBeGreaterThan(4);
  });

  it.each(Array.from({ length: BATCHES }, (_, i) => i + 1))(
    'ends as if nothing had happened, seed %i',
    async (seed) => {
      const batch = `killed-${seed}`;
      const killed = await runKilled({
        cwd,
        // The second one in bad weather: every kind of fault of the platform on top of it.
        start: seed === 2 ? [...START, '--faults', 'storm'] : START,
        batch,
        writes,
        next: seeded(seed),
        kills: KILLS,
        ...(seed === 1 ? { resume: ['--idle', '7200'] } : {}),
      });
      const folder = path.join(cwd, 'runs', batch);
      expect(killed.length).toBe(KILLS);
      expect(outcomeOf(folder), killed.join(' ')).toEqual(undisturbed);
      expect(lockOverlaps(folder)).toEqual([]);
    },
  );
});
