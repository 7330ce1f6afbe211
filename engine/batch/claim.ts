import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from './errors.ts';
import { pathExists } from './files.ts';
import { isAlive } from './lock.ts';

/** A folder that this process alone makes a batch in. */
export interface ClaimedFolder {
  readonly dir: string;
  /** The batch stands: what it holds now keeps others out. */
  keep(): Promise<void>;
  /** Takes back what was made, when no batch came of it; a folder that was there before stays, empty as it was. */
  release(): Promise<void>;
}

/** Names are tried up to this suffix. */
const MOST = 10_000;

/** Made exclusively in a folder by who claims it: making the folder does not tell, an empty one may be claimed too. */
const CLAIM = '.claim';

/**
 * Makes the folder of a new batch; of any number of processes that ask at once one gets it. `exact` wants that very
 * name and refuses a folder that holds anything; `next-free` goes on with `-2`, `-3`, ….
 */
export async function claimFolder(wanted: string, how: 'exact' | 'next-free'): Promise<ClaimedFolder> {
  await mkdir(path.dirname(wanted), { recursive: true });
  for (let n = 1; n <= (how === 'exact' ? 1 : MOST); n++) {
    const dir = n === 1 ? wanted : `${wanted}-${n}`;
    await clearAbandoned(dir);
    const made = await isDone(mkdir(dir), 'EEXIST');
    if (!made && (how === 'next-free' || !(await isEmptyFolder(dir)))) continue;
    if (await takes(dir)) return claimed(dir, made);
  }
  throw new UsageError(
    `${wanted}: this batch exists, or something else is in its place; resume it with --resume, or choose another name with --batch`,
  );
}

function claimed(dir: string, made: boolean): ClaimedFolder {
  return {
    dir,
    keep: () => rm(path.join(dir, CLAIM), { force: true }),
    release: async () => {
      if (made) return rm(dir, { recursive: true, force: true });
      const names = (await readdir(dir)).filter((name) => name !== CLAIM);
      for (const name of [...names, CLAIM]) await rm(path.join(dir, name), { recursive: true, force: true });
    },
  };
}

/** A folder whose claimer was killed before a batch came of it holds nothing that anybody has seen. */
async function clearAbandoned(dir: string): Promise<void> {
  const pid = Number(await readFile(path.join(dir, CLAIM), 'utf8').catch(() => ''));
  if (!Number.isInteger(pid) || pid <= 0 || isAlive(pid)) return;
  if (await pathExists(path.join(dir, 'manifest.json'))) return;
  // Moved away first: of several who find it one does, and nobody removes what another has made since.
  const away = `${dir}.abandoned-${randomUUID()}`;
  if (await isDone(rename(dir, away), 'ENOENT', 'EPERM', 'EBUSY', 'ENOTEMPTY'))
    await rm(away, { recursive: true, force: true });
}

async function takes(dir: string): Promise<boolean> {
  const file = path.join(dir, CLAIM);
  if (!(await isDone(writeFile(file, String(process.pid), { flag: 'wx' }), 'EEXIST', 'ENOENT'))) return false;
  // Since it was seen empty another may have claimed it, made its batch there, and kept it.
  if ((await readdir(dir)).every((name) => name === CLAIM)) return true;
  await rm(file, { force: true });
  return false;
}

/** Whether it was done; false where it failed with one of the codes. */
async function isDone(doing: Promise<unknown>, ...codes: readonly string[]): Promise<boolean> {
  try {
    await doing;
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && codes.some((code) => code === error.code)) return false;
    throw error;
  }
}

async function isEmptyFolder(dir: string): Promise<boolean> {
  return readdir(dir).then(
    (names) => names.length === 0,
    () => false,
  );
}
