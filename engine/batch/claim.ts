import { mkdir, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from './errors.ts';

/** A folder that this process alone makes a batch in. */
export interface ClaimedFolder {
  readonly dir: string;
  /** Takes back what was made, when no batch came of it. */
  release(): Promise<void>;
}

/** Names are tried up to this suffix. */
const MOST = 10_000;

/**
 * Makes the folder of a new batch, in one step that two processes cannot both take. `exact` wants that very name and
 * refuses a folder that holds anything; `next-free` goes on with `-2`, `-3`, ….
 */
export async function claimFolder(wanted: string, how: 'exact' | 'next-free'): Promise<ClaimedFolder> {
  await mkdir(path.dirname(wanted), { recursive: true });
  for (let n = 1; n <= (how === 'exact' ? 1 : MOST); n++) {
    const dir = n === 1 ? wanted : `${wanted}-${n}`;
    try {
      await mkdir(dir);
      return { dir, release: () => rm(dir, { recursive: true, force: true }) };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
  }
  if (how === 'exact' && (await isEmptyFolder(wanted)))
    return { dir: wanted, release: () => Promise.resolve() };
  throw new UsageError(
    `${wanted}: this batch exists, or something else is in its place; resume it with --resume, or choose another name with --batch`,
  );
}

async function isEmptyFolder(dir: string): Promise<boolean> {
  return readdir(dir).then(
    (names) => names.length === 0,
    () => false,
  );
}
