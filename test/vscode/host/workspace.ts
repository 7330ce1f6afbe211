import { cp, mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ROOT } from './cache.ts';

export type Workspace = {
  /** Folder to open, absolute. */
  dir: string;
  remove(): Promise<void>;
};

/**
 * A copy of the sample company that a test may edit, in a path with spaces and Chinese. `quietSec`: seconds of silence
 * that a gate asks for; less than the sample's makes a run shorter.
 */
export async function sampleWorkspace(quietSec?: number): Promise<Workspace> {
  const workspace = await emptyWorkspace('汐港 冷运 harbor');
  await cp(path.join(ROOT, 'samples/harbor'), workspace.dir, { recursive: true });
  if (quietSec !== undefined) await setQuiet(workspace, quietSec);
  return workspace;
}

/** Seconds of silence that the gates of the next run ask for. */
export async function setQuiet(workspace: Workspace, seconds: number): Promise<void> {
  const world = path.join(workspace.dir, 'world/harbor.world.yaml');
  const text = await readFile(world, 'utf8');
  await writeFile(world, text.replace(/^(\s*gate_quiet_sec:).*$/mu, `$1 ${seconds}`));
}

/** An empty folder with this name. */
export async function emptyWorkspace(name: string): Promise<Workspace> {
  const parent = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sundowner workspace ')));
  const dir = path.join(parent, name);
  await mkdir(dir);
  return { dir, remove: () => rm(parent, { recursive: true, force: true, maxRetries: 5 }) };
}
