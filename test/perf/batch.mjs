#!/usr/bin/env node
// A generated batch of the size of a first real one (94 cases, 8 groups, 186 world steps), played on the virtual clock:
//   node test/perf/batch.mjs [seeds]
// Prints the time of the world and of the whole run, and for each seed how far the schedule is from its lower bound,
// with the old locking rule beside it, which locked the verification groups too.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { generate } from './batch/generate.mjs';
import { overlaps, playedCases, schedule } from './batch/schedule.mjs';

const ROOT = path.resolve(import.meta.dirname, '../..');
const SUNDOWNER = path.join(ROOT, 'bin/sundowner.mjs');
const seeds = Number(process.argv[2] ?? 20);
const temporary = mkdtempSync(path.join(os.tmpdir(), 'sundowner-batch-'));
const minutes = (ms) => (ms / 60_000).toFixed(1);
const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

function sundowner(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SUNDOWNER, ...args], {
    cwd: temporary,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0)
    throw new Error(`sundowner ${args.join(' ')} ended with ${status}\n${stderr.slice(-2000)}`);
  return stdout;
}

/** `91 PASS, 3 PENDING`. */
function statesOf(verdicts) {
  const counts = new Map();
  for (const { status } of verdicts) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, n]) => `${n} ${status}`).join(', ');
}

/** Seconds from the first to the last step of the world, without the start of the process. */
async function worldSeconds(batch) {
  const child = spawn(process.execPath, [SUNDOWNER, 'world', batch, '--progress', 'json'], {
    cwd: temporary,
  });
  let first;
  let last;
  let steps = 0;
  let rest = '';
  for await (const chunk of child.stderr) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const event = JSON.parse(line);
      if (event.event !== 'phase' || event.phase !== 'world') continue;
      first ??= performance.now();
      last = performance.now();
      steps = event.done;
    }
  }
  return { seconds: (last - first) / 1000, steps };
}

try {
  generate(path.join(temporary, 'world'), 1);
  sundowner('compile', 'world', '--day0', '2026-12-01', '--out', 'world-batch');
  const { seconds, steps } = await worldSeconds('world-batch');
  console.log(`world: ${steps} steps in ${seconds.toFixed(2)} s (goal: 2 s)`);

  const ratios = { new: [], old: [] };
  const reals = [];
  for (let seed = 1; seed <= seeds; seed++) {
    const evalset = path.join(temporary, `seed-${seed}`);
    generate(evalset, seed);
    const row = [];
    for (const [rule, more] of [
      ['new', []],
      ['old', ['--lock-verification']],
    ]) {
      const name = `${rule}-${seed}`;
      const start = performance.now();
      const { verdicts } = JSON.parse(
        sundowner(
          'run',
          evalset,
          '--agent',
          'rehearsal',
          '--day0',
          '2026-12-01',
          '--batch',
          name,
          '--json',
          ...more,
        ),
      );
      const real = (performance.now() - start) / 1000;
      const cases = playedCases(path.join(temporary, 'runs', name, 'journal.jsonl'));
      const clash = overlaps(cases);
      if (clash.length > 0) throw new Error(`cases overlapped under one lock: ${JSON.stringify(clash)}`);
      const { wall, bound } = schedule(cases);
      ratios[rule].push(wall / bound);
      if (rule === 'new') reals.push(real);
      row.push(
        `${rule} rule: ${cases.length} cases, ${minutes(wall)} of ${minutes(bound)} virtual min = ${(wall / bound).toFixed(3)}, ${real.toFixed(1)} s real, ${statesOf(verdicts)}`,
      );
    }
    console.log(`seed ${seed}: ${row.join('; ')}`);
  }
  console.log(
    `wall over lower bound, p50 of ${seeds} seeds: ${median(ratios.new).toFixed(3)} (goal: 1.15); old locking rule: ${median(ratios.old).toFixed(3)}`,
  );
  console.log(
    `real time of a batch, p50 and worst: ${median(reals).toFixed(1)} s, ${Math.max(...reals).toFixed(1)} s (goal: 60 s)`,
  );
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
