#!/usr/bin/env node
// Prints how long a cold `check` of many case files takes: node test/perf/check.mjs [cases]
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ORIGINALS = 12;
/** Conditional replies belong to a playbook's case, so the cards that have one are not copied. */
const WITH_CONDITIONAL = new Set([2, 4]);

const wanted = Number(process.argv[2] ?? 1000);
const temporary = mkdtempSync(path.join(os.tmpdir(), 'sundowner-perf-'));
try {
  const evalset = path.join(temporary, 'harbor');
  cpSync(path.join(ROOT, 'samples/harbor'), evalset, { recursive: true });
  const card = (name) => path.join(evalset, 'cases', `${name}.case.yaml`);
  const sources = Array.from({ length: ORIGINALS }, (_, i) => i + 1)
    .filter((n) => !WITH_CONDITIONAL.has(n))
    .map((n) => readFileSync(card(`H${String(n).padStart(2, '0')}`), 'utf8'));
  const added = Array.from({ length: wanted - ORIGINALS }, (_, i) => `P${String(i + 1).padStart(4, '0')}`);
  added.forEach((id, i) =>
    writeFileSync(card(id), sources[i % sources.length].replace(/^case_id: .*$/m, `case_id: ${id}`)),
  );
  const list = path.join(evalset, 'evalset.yaml');
  const lines = added.map((id) => `  - cases/${id}.case.yaml\n`).join('');
  writeFileSync(list, readFileSync(list, 'utf8').replace('world:', `${lines}world:`));

  const start = performance.now();
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['bin/sundowner.mjs', 'check', evalset, '--format', 'json'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 },
  );
  const seconds = (performance.now() - start) / 1000;
  process.stderr.write(stderr);
  const { findings } = JSON.parse(stdout);
  for (const { file, code, message } of findings.slice(0, 5))
    console.log(`${path.basename(file)}: ${code}: ${message}`);
  console.log(
    `${ORIGINALS + added.length} cases, ${findings.length} findings, exit ${status}: ${seconds.toFixed(2)} s`,
  );
  process.exitCode = status ?? 1;
} finally {
  rmSync(temporary, { recursive: true, force: true });
}
