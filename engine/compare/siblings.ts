import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { SoftReader } from '../review/reader.ts';
import { BatchPaths } from '../batch/paths.ts';
import { looseManifest } from '../review/loose/manifest.ts';

/** The folders beside a batch that are runs of the same `run --runs`, it too, in the order of their runs. */
export async function siblingRuns(dir: string, signal?: AbortSignal): Promise<string[]> {
  const own = await runsOf(dir);
  if (own === undefined) return [path.resolve(dir)];
  const beside = path.dirname(path.resolve(dir));
  const entries = await readdir(beside, { withFileTypes: true });
  const found: { dir: string; run: number }[] = [];
  for (const entry of entries) {
    signal?.throwIfAborted();
    if (entry.isFile()) continue;
    const other = path.join(beside, entry.name);
    const runs = await runsOf(other);
    if (runs?.id === own.id) found.push({ dir: other, run: runs.run });
  }
  return found.sort((a, b) => a.run - b.run).map((one) => one.dir);
}

async function runsOf(dir: string): Promise<{ id: string; run: number } | undefined> {
  const reader = new SoftReader(new BatchPaths(dir));
  return looseManifest(await reader.json(reader.paths.manifest))?.runs_of;
}
