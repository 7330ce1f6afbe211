import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, readFile, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { lives, processId, thisProcess } from './process-id.ts';

const leaseFile = z.object({
  id: z.string(),
  by: processId,
  /** For people: which batch or command. */
  holder: z.string(),
  since: z.string(),
  released: z.boolean(),
});
type LeaseFile = z.infer<typeof leaseFile>;

/** Who has an account. */
export interface Holder {
  readonly holder: string;
  readonly host: string;
  readonly pid: number;
  readonly since: string;
}

export interface Lease {
  /** Grows with every lease of the account: a write under an older one must not happen. */
  readonly fence: number;
  /** False as soon as somebody has a later lease. */
  holds(): Promise<boolean>;
  /** Tells others that the holder lives. */
  beat(): Promise<void>;
  release(): Promise<void>;
}

/** A holder on another machine counts as gone when it has not been heard of for so long, ms. */
const SILENT_FOR = 120_000;

/**
 * Takes the lease of an account folder, or says who has it.
 *
 * A lease is a file with a number; the highest number is the one that counts, and a file is made whole and only once
 * (by a hard link), so that of any number of processes one gets the next number. A released lease keeps its file:
 * numbers never begin again. The lease of a process that has ended is passed over.
 */
export async function takeLease(
  dir: string,
  holder: string,
  now: () => number = Date.now,
): Promise<Lease | Holder> {
  await mkdir(dir, { recursive: true, mode: 0o700 });
  for (;;) {
    const top = await highest(dir);
    const current = top === 0 ? null : await read(fileOf(dir, top));
    if (current !== null && isHeld(current, fileOf(dir, top), now())) {
      return { holder: current.holder, host: current.by.host, pid: current.by.pid, since: current.since };
    }
    const mine: LeaseFile = {
      id: randomUUID(),
      by: thisProcess(),
      holder,
      since: new Date(now()).toISOString(),
      released: false,
    };
    const lease = await make(dir, top + 1, mine);
    if (lease !== null) return lease;
  }
}

export function isLease(taken: Lease | Holder): taken is Lease {
  return 'fence' in taken;
}

async function make(dir: string, fence: number, content: LeaseFile): Promise<Lease | null> {
  const file = fileOf(dir, fence);
  const draft = `${file}.${content.id}`;
  await writeFile(draft, JSON.stringify(content), { mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return null;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
  const holds = async (): Promise<boolean> => (await highest(dir)) === fence;
  if (!(await holds())) {
    // This number had been given and cleared away since it was looked for: somebody has a later one.
    await rm(file, { force: true });
    return null;
  }
  await clearBelow(dir, fence);
  return {
    fence,
    holds,
    beat: async () => {
      const at = new Date();
      await utimes(file, at, at).catch(() => undefined);
    },
    release: async () => {
      if (!(await holds())) return;
      await writeFile(draft, JSON.stringify({ ...content, released: true }), { mode: 0o600 });
      await rename(draft, file);
    },
  };
}

/** Who has the account now; null: nobody. */
export async function holderOf(dir: string, now = Date.now()): Promise<Holder | null> {
  const top = await highest(dir);
  const current = top === 0 ? null : await read(fileOf(dir, top));
  if (current === null || !isHeld(current, fileOf(dir, top), now)) return null;
  return { holder: current.holder, host: current.by.host, pid: current.by.pid, since: current.since };
}

function isHeld(lease: LeaseFile, file: string, now: number): boolean {
  if (lease.released) return false;
  const alive = lives(lease.by);
  if (alive !== null) return alive;
  const heard = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
  return heard !== undefined && now - heard < SILENT_FOR;
}

const fileOf = (dir: string, fence: number): string => path.join(dir, `lease-${fence}.json`);

async function numbers(dir: string): Promise<number[]> {
  const names = await readdir(dir).catch(() => []);
  return names.flatMap((name) => {
    const n = /^lease-(\d+)\.json$/.exec(name)?.[1];
    return n === undefined ? [] : [Number(n)];
  });
}

async function highest(dir: string): Promise<number> {
  return Math.max(0, ...(await numbers(dir)));
}

async function clearBelow(dir: string, fence: number): Promise<void> {
  for (const n of await numbers(dir)) if (n < fence) await rm(fileOf(dir, n), { force: true });
}

/** Null for a file that has just been cleared away, or was damaged: neither keeps anybody out. */
async function read(file: string): Promise<LeaseFile | null> {
  try {
    return leaseFile.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    return null;
  }
}
