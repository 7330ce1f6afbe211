import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempDir, removeDir } from '../e2e/company.ts';
import { countWrites, runKilled, seeded } from '../e2e/kill/killed-run.ts';
import { lockOverlaps, outcomeOf, type Outcome } from '../e2e/kill/outcome.ts';
import { generate } from './batch/generate.mjs';

/** Kinds of faults of which a batch has one; `none` is the weather of other tests. */
const KINDS = [
  'none',
  'rate_limit',
  'server_error',
  'timeout_before',
  'timeout_after',
  'reset',
  'slow_write',
  'write_conflict',
  'dropped_socket',
  'duplicate_event',
  'late_event',
  'lost_ack',
  'storm',
] as const;
/** What a kind cannot do without. */
const MORE: Readonly<Record<string, object>> = {
  slow_write: { delay_ms: 1500 },
  late_event: { delay_ms: 40_000 },
};
const KILLS_A_BATCH = 12;
const WORKERS = 2;
const SHAPE = { sizes: [3, 2, 2, 1], docs: 2, tables: 3, preset: 30, exec: { gate_quiet_sec: 5 } };

const wanted = Number(process.env['SUNDOWNER_KILLS'] ?? '1000');
const firstSeed = Number(process.env['SUNDOWNER_FIRST_SEED'] ?? '1');

it(
  'a killed batch ends as if nothing had happened',
  async () => {
    const cwd = tempDir();
    const evalset = path.join(cwd, 'evalset');
    mkdirSync(evalset);
    generate(evalset, 5, SHAPE);
    const start = ['evalset', '--agent', 'rehearsal', '--day0', '2026-12-01'];
    const writes = await countWrites(cwd, start, 'undisturbed');
    const undisturbed = outcomeOf(path.join(cwd, 'runs/undisturbed'));
    const batches = Math.ceil(wanted / KILLS_A_BATCH);
    const faults: string[] = [];
    const kills = new Map<string, number>();
    let next = 0;
    const one = async (seed: number): Promise<void> => {
      const kind = KINDS[seed % KINDS.length] ?? 'none';
      const plan = path.join(cwd, `${kind}-${seed}.json`);
      writeFileSync(plan, JSON.stringify({ seed, rules: [{ kind, share: 0.08, ...MORE[kind] }] }));
      const more = kind === 'none' ? [] : ['--faults', kind === 'storm' ? 'storm' : plan];
      const batch = `b${seed}`;
      const killed = await runKilled({
        cwd,
        start: [...start, ...more],
        batch,
        writes,
        next: seeded(seed),
        kills: KILLS_A_BATCH,
        ...(seed % 3 === 0 ? { resume: ['--idle', '7200'] } : {}),
      });
      kills.set(kind, (kills.get(kind) ?? 0) + killed.length);
      const folder = path.join(cwd, 'runs', batch);
      const differs = difference(undisturbed, outcomeOf(folder));
      const overlaps = lockOverlaps(folder);
      if (differs.length > 0 || overlaps.length > 0) {
        faults.push(
          `seed ${seed} (${kind}), killed at ${killed.join(' ')}: ${[...differs, ...overlaps].join('; ')}`,
        );
        process.stdout.write(`${faults.at(-1)}\n`);
      } else rmSync(folder, { recursive: true, force: true });
      const total = [...kills.values()].reduce((sum, n) => sum + n, 0);
      process.stdout.write(`${total} kills, ${faults.length} batches that ended otherwise\n`);
    };
    await Promise.all(
      Array.from({ length: WORKERS }, async () => {
        while (next < batches) {
          const seed = firstSeed + next;
          next += 1;
          await one(seed);
        }
      }),
    );
    const total = [...kills.values()].reduce((sum, n) => sum + n, 0);
    process.stdout.write(
      `${total} kills in ${batches} batches (${[...kills].map(([kind, n]) => `${kind} ${n}`).join(', ')}): ${faults.length} ended otherwise than the undisturbed one\n`,
    );
    expect(faults).toEqual([]);
    removeDir(cwd);
  },
  4 * 3_600_000,
);

/** Cases that were lost or judged otherwise, and visible effects that are missing or doubled. */
function difference(wanted: Outcome, found: Outcome): string[] {
  const out: string[] = [];
  for (const id of Object.keys(wanted.verdicts))
    if (found.verdicts[id] !== wanted.verdicts[id])
      out.push(`${id}: ${found.verdicts[id] ?? 'lost'} instead of ${wanted.verdicts[id] ?? ''}`);
  for (const key of ['messages', 'rows', 'groups', 'documents'] as const) {
    const left = [...found[key]];
    for (const item of wanted[key]) {
      const at = left.indexOf(item);
      if (at === -1) out.push(`${key}: missing ${item}`);
      else left.splice(at, 1);
    }
    for (const item of left) out.push(`${key}: doubled or new ${item}`);
  }
  return out;
}
