#!/usr/bin/env node
// Simulates clustered samples with a known truth (storylines of unequal size, ICC .3) and prints how often each interval
// of the product holds it, and how often the tests call a true null significant:
// node test/perf/statistics.mjs [draws] [seed]
// Exit 1 when the exact sign flip rejects more than 5 % + 2 Monte Carlo errors, or the committed table of coverage
// (engine/statistics/coverage.ts) is not what was simulated.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const ROOT = path.resolve(import.meta.dirname, '../..');
const draws = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? 1);
const CLUSTERS = [4, 6, 10, 20];

const home = mkdtempSync(path.join(os.tmpdir(), 'sundowner-perf-'));
const load = async (name) => {
  const outfile = path.join(home, `${name}.mjs`);
  await build({
    entryPoints: [path.join(ROOT, 'engine/statistics', `${name}.ts`)],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    logLevel: 'error',
  });
  return import(pathToFileURL(outfile).href);
};

const percent = (share) => `${(100 * share).toFixed(2)} %`.padStart(9);
try {
  const { simulate, sizesOf } = await load('simulation.fixture');
  const { COVERAGE, TRUSTED_COVERAGE } = await load('coverage');
  const begun = performance.now();
  const found = CLUSTERS.map((clusters) => simulate(clusters, draws, seed));
  const error = (share) => Math.sqrt((share * (1 - share)) / draws);
  const faults = [];
  console.log(
    `${draws} draws each, seed ${seed}, ICC .3, ${((performance.now() - begun) / 1000).toFixed(1)} s`,
  );
  for (const clusters of CLUSTERS) console.log(`  C = ${clusters}: sizes ${sizesOf(clusters).join(' ')}`);
  const row = (name, values, note = '') =>
    console.log(`${name.padEnd(38)}${values.join('')}${note === '' ? '' : `  ${note}`}`);
  row(
    'storylines',
    CLUSTERS.map((c) => String(c).padStart(9)),
  );
  row(
    'exact sign flip rejects a true null',
    found.map((one) => percent(one.signFlip)),
    'wanted: at most 5 % + 2 errors',
  );
  for (const [i, { signFlip }] of found.entries())
    if (signFlip > 0.05 + 2 * error(0.05))
      faults.push(`sign flip rejects ${percent(signFlip)} with C = ${CLUSTERS[i]}`);
  row(
    'clustered t rejects a true null',
    found.map((one) => percent(one.tTest)),
  );
  for (const [kind, rows] of Object.entries(COVERAGE)) {
    const shares = found.map((one) => one.coverage[kind]);
    const low = CLUSTERS.filter((_, i) => shares[i] < TRUSTED_COVERAGE);
    row(`coverage ${kind}`, shares.map(percent), low.length === 0 ? '' : `labelled at C = ${low.join(', ')}`);
    for (const [i, [clusters, committed]] of rows.entries())
      if (Math.abs(committed - shares[i]) > 0.0005 + 4 * error(committed))
        faults.push(
          `${kind} covers ${percent(shares[i])} with C = ${clusters}, the table says ${percent(committed)}`,
        );
  }
  for (const fault of faults) console.error(`NOT AS WANTED: ${fault}`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  rmSync(home, { recursive: true, force: true });
}
