import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
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

/** The live process of this machine that holds a lock, or null. Reads only; never throws. */
export function lockHolder(file: string): number | null {
  try {
    const pid = Number(readFileSync(file, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/**
 * Takes the batch for this process; returns the release. A lock left by a dead process is taken over.
 * Throws when another live process holds it.
 */
export function lockBatch(file: string): () => void {
  mkdirSync(path.dirname(file), { recursive: true });
  for (let round = 0; round < 2; round++) {
    try {
      const fd = openSync(file, 'wx');
      writeSync(fd, String(process.pid));
      closeSync(fd);
      return () => rmSync(file, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    }
    const pid = Number(readFileSync(file, 'utf8'));
    if (pid !== process.pid && Number.isInteger(pid) && pid > 0 && isAlive(pid)) {
      throw new UsageError(`${file}: process ${pid} is working on this batch; wait for it, or stop it first`);
    }
    rmSync(file, { force: true });
  }
  throw new UsageError(`${file}: another process took the batch at the same moment; try again`);
}
