import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT, run } from './cache.ts';

/** Runs the built command over the cases of an evalset, as a person in a terminal does. Resolves to the batch folder. */
export async function runCases(evalset: string, cases: readonly string[]): Promise<string> {
  const before = new Set(batchesIn(evalset));
  const script = path.join(ROOT, 'bin/sundowner.mjs');
  await run(process.execPath, [script, 'run', evalset, ...cases.map((id) => `--case=${id}`)], evalset);
  const [made] = batchesIn(evalset).filter((dir) => !before.has(dir));
  if (made === undefined) throw new Error('the command made no batch');
  return made;
}

/** Batch folders below `<folder>/runs`, oldest first. */
export function batchesIn(folder: string): string[] {
  const runs = path.join(folder, 'runs');
  try {
    return readdirSync(runs)
      .sort()
      .map((name) => path.join(runs, name));
  } catch {
    return [];
  }
}

/** Changes the text of a file. */
export function editFile(file: string, change: (text: string) => string): void {
  writeFileSync(file, change(readFileSync(file, 'utf8')));
}
