import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../batch/errors.ts';
import { isAlive } from '../batch/lock.ts';

const TRIES = 250;
const PAUSE_MS = 20;

/**
 * Does something while nobody else who asks so does it with the same lock file; a label is written in a few
 * milliseconds, so the others wait. The lock of a process that died is taken over.
 */
export async function whileLocked<T>(file: string, what: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const own = `${process.pid} ${randomUUID()}`;
  await mkdir(path.dirname(file), { recursive: true });
  for (let n = 0; n < TRIES; n++) {
    signal?.throwIfAborted();
    if (await created(file, own)) {
      try {
        return await what();
      } finally {
        await rm(file, { force: true });
      }
    }
    if (!(await tookAway(file, own))) await wait(PAUSE_MS, undefined, signal === undefined ? {} : { signal });
  }
  throw new UsageError(
    `${file}: another process keeps this lock; wait for it, or remove the file when no Sundowner is at work`,
  );
}

async function created(file: string, own: string): Promise<boolean> {
  try {
    await writeFile(file, own, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

const read = (file: string): Promise<string | null> => readFile(file, 'utf8').catch(() => null);

/** Takes the lock of a dead process away; never one that another took over meanwhile. */
async function tookAway(file: string, own: string): Promise<boolean> {
  const held = await read(file);
  if (held === null) return true;
  const pid = Number(held.split(' ')[0]);
  // It may stand there empty for a moment, before its holder has written into it.
  if (!Number.isInteger(pid) || pid <= 0 || isAlive(pid)) return false;
  const aside = `${file}.${own.replace(' ', '-')}`;
  try {
    await rename(file, aside);
  } catch {
    return true;
  }
  if ((await read(aside)) !== held) await link(aside, file).catch(() => undefined);
  await rm(aside, { force: true });
  return true;
}
