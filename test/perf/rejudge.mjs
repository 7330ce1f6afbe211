#!/usr/bin/env node
// Prints how long it takes to judge by rule and to score 94 stored cases anew, and what changed:
// node test/perf/rejudge.mjs [rounds]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CASES = 94;
const WANTED = 5000;
const rounds = Number(process.argv[2] ?? 3);
const home = mkdtempSync(path.join(os.tmpdir(), 'sundowner-perf-'));

async function maker() {
  const outfile = path.join(home, 'maker.cjs');
  const format = { bundle: true, format: 'cjs', platform: 'node', mainFields: ['module', 'main'] };
  await build({
    entryPoints: [path.join(ROOT, 'test/perf/rejudge/batch.ts')],
    outfile,
    logLevel: 'error',
    ...format,
  });
  return (await import(pathToFileURL(outfile).href)).default;
}

const cli = (...args) =>
  execFileSync(process.execPath, [path.join(ROOT, 'bin/sundowner.mjs'), ...args, '--progress', 'none'], {
    cwd: home,
    encoding: 'utf8',
  });

/** The judge files as an older judge would have left them: every third says the opposite on its first point. */
function asBefore(batch, cases) {
  for (const id of cases.filter((_, i) => i % 3 === 0)) {
    const file = path.join(batch, `evidence/${id}/judge-${id}.json`);
    const judge = JSON.parse(readFileSync(file, 'utf8'));
    const [first] = judge.decisions;
    Object.assign(first, { met: null, cannot_judge: 'judged before', evidence: [] });
    writeFileSync(file, JSON.stringify(judge, null, 2));
  }
}

const kept = (batch) =>
  readdirSync(batch, { recursive: true }).filter((name) => /\.kept-\d+\.json$/.test(String(name))).length;

try {
  const { writeEvalset, playOnPaper } = await maker();
  const evalset = path.join(home, 'evalset');
  const batch = path.join(home, 'batch');
  writeEvalset(path.join(ROOT, 'samples/harbor'), evalset, CASES);
  execFileSync(
    process.execPath,
    [path.join(ROOT, 'bin/sundowner.mjs'), 'compile', evalset, '--day0', '2026-09-07', '--out', batch],
    { cwd: home, encoding: 'utf8' },
  );
  const cases = playOnPaper(batch);
  cli('judge', batch);
  cli('score', batch);
  const times = [];
  let told = '';
  for (let round = 0; round < rounds; round++) {
    asBefore(batch, cases);
    cli('score', batch);
    const before = kept(batch);
    const began = performance.now();
    const judged = cli('judge', batch, '--judge', 'rule');
    const scored = cli('score', batch);
    times.push(performance.now() - began);
    told = [judged, ...scored.split('\n').filter((line) => line.startsWith('changed'))].join('\n');
    console.log(`${kept(batch) - before} older judge files and verdicts kept`);
  }
  times.sort((a, b) => a - b);
  const p50 = times[Math.floor(times.length / 2)];
  console.log(told);
  console.log(
    `${cases.length} stored cases judged by rule and scored anew: p50 ${(p50 / 1000).toFixed(2)} s, most ${(times.at(-1) / 1000).toFixed(2)} s over ${rounds} rounds (two processes; wanted: ${WANTED / 1000} s) · load ${os
      .loadavg()
      .map((n) => n.toFixed(1))
      .join(' ')}`,
  );
  process.exitCode = p50 <= WANTED ? 0 : 1;
} finally {
  if (process.env.SUNDOWNER_KEEP === undefined) rmSync(home, { recursive: true, force: true });
  else console.log(home);
}
