import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { it } from 'vitest';
import { ROOT } from '../vscode/host/cache.ts';
import { runHostSuite } from '../vscode/host/host-suite.ts';
import { assertPassed } from '../vscode/host/vitest.ts';
import { sampleWorkspace } from '../vscode/host/workspace.ts';

const WANTED = 200;

it('time inside activate()', async () => {
  const starts = Number(process.env['SUNDOWNER_STARTS'] ?? 20);
  const workspace = await sampleWorkspace();
  const file = path.join(path.dirname(workspace.dir), 'times.txt');
  let times: number[] = [];
  try {
    for (let i = 0; i < starts; i++) {
      const tests = await runHostSuite({
        name: 'activation',
        suites: path.join(import.meta.dirname, 'activation'),
        extension: ROOT,
        workspace: workspace.dir,
        env: { SUNDOWNER_ACTIVATION_TIMES: file },
      });
      tests.forEach(assertPassed);
    }
    times = (await readFile(file, 'utf8')).trim().split('\n').map(Number);
  } finally {
    await workspace.remove();
  }
  times.sort((a, b) => a - b);
  const quantile = (q: number) => times[Math.ceil(q * times.length) - 1] ?? Number.NaN;
  process.stdout.write(
    `activate(): p50 ${quantile(0.5).toFixed(1)} ms, p95 ${quantile(0.95).toFixed(1)} ms, most ${quantile(1).toFixed(1)} ms` +
      ` over ${times.length} starts (wanted: p95 at most ${WANTED} ms)\n`,
  );
});
