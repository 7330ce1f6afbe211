import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');

/**
 * The folder of real files and payloads that nobody of this project wrote, or null where it is absent.
 * `SUNDOWNER_CORPUS` names it (then it must exist); by default it is looked for beside the clone.
 */
export function corpusDir(): string | null {
  const named = process.env['SUNDOWNER_CORPUS'];
  const dir = path.resolve(ROOT, named ?? '../shared/corpus');
  if (existsSync(dir)) return dir;
  if (named !== undefined) throw new Error(`SUNDOWNER_CORPUS names ${dir}, which does not exist`);
  return null;
}

/** Runs the suite with the corpus folder, or shows it as skipped with the reason. */
export function describeWithCorpus(name: string, suite: (dir: string) => void): void {
  const dir = corpusDir();
  // A suite without a test would not be counted as skipped.
  if (dir === null)
    describe.skip(`${name} (skipped: no corpus)`, () => it.skip('set SUNDOWNER_CORPUS to its folder'));
  else describe(name, () => suite(dir));
}
