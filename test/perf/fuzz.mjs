#!/usr/bin/env node
// Edits an open evalset at random over stdio, files of all kinds, and asks the server after each edit: it must answer, in
// time, and without a fault of its own. At the end everything is put back, and what was found at first must be found again.
// A sequence that makes it fail is printed as short as it can be made.
// node test/perf/fuzz.mjs [edits] [seed] [--until CODE]      --until: takes a finding of that code for the failure
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { randomSteps } from './fuzz/steps.mjs';
import { Session } from './fuzz/session.mjs';
import { shortest } from './fuzz/shrink.mjs';
import { writeEvalset } from './fuzz/evalset.mjs';

const args = process.argv.slice(2);
const at = args.indexOf('--until');
const until = at < 0 ? undefined : args.splice(at, 2)[1];
const count = Number(args[0] ?? 10_000);
const seed = Number(args[1] ?? Date.now() % 1_000_000);
const root = mkdtempSync(path.join(os.tmpdir(), 'sundowner-fuzz-'));

/** Runs steps in a server of their own; null when all is well, else what went wrong and after how many steps. */
async function play(steps, told) {
  const session = new Session(root, texts, until);
  try {
    await session.start();
    let done = 0;
    for await (const step of steps) {
      const fault = await session.step(step);
      done += 1;
      if (fault !== null) return { fault, done };
    }
    const fault = until === undefined ? await session.restored() : null;
    told?.(session);
    return fault === null ? null : { fault, done };
  } finally {
    await session.end();
  }
}

const texts = writeEvalset(root);
try {
  const began = performance.now();
  const seen = [];
  const session = { lengths: (file) => texts.get(file).length };
  const steps = function* () {
    for (const step of randomSteps([...texts.keys()], session, seed, count)) {
      seen.push(step);
      yield step;
    }
  };
  console.log(
    `seed ${seed}, ${count} edits, ${texts.size} files, load average ${os.loadavg()[0].toFixed(1)}`,
  );
  const failed = await play(steps(), ({ times, memory }) => {
    const sorted = [...times].sort((a, b) => a - b);
    const of = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))].toFixed(1);
    console.log(
      `answered after each: edit to diagnostics and two further answers p50 ${of(0.5)} ms, p95 ${of(0.95)} ms, most ${of(1)} ms; ` +
        `${((performance.now() - began) / 1000).toFixed(0)} s; memory ${memory ?? '?'} MB`,
    );
  });
  if (failed !== null) {
    console.log(`after ${failed.done} edits: ${failed.fault}`);
    const kind = failed.fault.split('\n')[0];
    const short = await shortest(seen.slice(0, failed.done), async (some) => {
      const again = await play(some);
      return again !== null && again.fault.split('\n')[0] === kind;
    });
    console.log(`shortest sequence that does it (${short.length}):`);
    for (const step of short) console.log(`  ${JSON.stringify(step)}`);
    process.exitCode = 1;
  }
} finally {
  rmSync(root, { recursive: true, force: true });
}
