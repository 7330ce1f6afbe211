// Runs one measurement that drives the editor: its driver is TypeScript, which vitest runs.
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Runs `test/perf/<name>.perf.ts`; resolves to the exit code. */
export function runPerf(name, env) {
  const vitest = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
  const { status } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', 'test/perf/vitest.config.ts', '--reporter=dot', `test/perf/${name}.perf.ts`],
    { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } },
  );
  return status ?? 1;
}
