#!/usr/bin/env node
// Prints the time inside activate() over many starts of a real VS Code: node test/perf/activate.mjs [starts]
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const starts = Number(process.argv[2] ?? 20);

// The driver of the editor is TypeScript, which vitest runs; the measurement itself is a file that no test run includes.
const { status } = spawnSync(
  process.execPath,
  [
    path.join(ROOT, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--config',
    'test/perf/vitest.config.ts',
    '--reporter=dot',
  ],
  { cwd: ROOT, stdio: 'inherit', env: { ...process.env, SUNDOWNER_STARTS: String(starts) } },
);
process.exitCode = status ?? 1;
