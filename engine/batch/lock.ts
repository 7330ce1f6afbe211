import { randomUUID } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { UsageError } from './errors.ts';

/** True when a process of this machine lives. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Who holds a batch: the process, and what tells it from a later one with the same number. */
interface Holder {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
}

function readHolder(file: string): Holder | null {
  try {
    const [pid, host = hostname(), token = ''] = readFileSync(file, 'utf8').split(' ');
    const id = Number(pid);
    return Number.isInteger(id) && id > 0 ? { pid: id, host, token } : null;
  } catch {
    return null;
  }
}

/** The live process of this machine that holds a lock, or null. Reads only; never throws. */
export function lockHolder(file: string): number | null {
  const holder = readHolder(file);
  return holder !== null && holder.host === hostname() && isAlive(holder.pid) ? holder.pid : null;
}

/** A batch that is this process's own. */
export interface BatchLock {
  release(): void;
  /** @throws UsageError when somebody else has taken the batch meanwhile: nothing more may be written */
  assertHeld(): void;
}

/**
 * Takes the batch for this process. A lock left by a dead process is taken over.
 * @throws UsageError when another live process holds it
 */
export function lockBatch(file: string): BatchLock {
  mkdirSync(path.dirname(file), { recursive: true });
  const own = `${process.pid} ${hostname()} ${randomUUID()}`;
  for (let round = 0; round < 2; round++) {
    try {
      const fd = openSync(file, 'wx');
      writeSync(fd, own);
      closeSync(fd);
      return held(file, own);
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const holder = readHolder(file);
    if (holder !== null && holder.host !== hostname()) {
      throw new UsageError(
        `${file}: process ${holder.pid} on ${holder.host} took this batch; when it no longer runs there, delete the file`,
      );
    }
    if (holder !== null && holder.pid !== process.pid && isAlive(holder.pid)) {
      throw new UsageError(
        `${file}: process ${holder.pid} is working on this batch; wait for it, or stop it first`,
      );
    }
    rmSync(file, { force: true });
  }
  throw new UsageError(`${file}: another process took the batch at the same moment; try again`);
}

function held(file: string, own: string): BatchLock {
  const isOwn = (): boolean => {
    try {
      return readFileSync(file, 'utf8') === own;
    } catch {
      return false;
    }
  };
  return {
    assertHeld: () => {
      if (isOwn()) return;
      throw new UsageError(
        `${file}: this process no longer holds the batch, and writes nothing more to it; see who does, then resume`,
      );
    },
    release: () => {
      if (isOwn()) rmSync(file, { force: true });
    },
  };
}
