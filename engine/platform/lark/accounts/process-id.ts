import { readFileSync } from 'node:fs';
import os from 'node:os';
import * as z from 'zod';

/** A process that no later one can be taken for. */
export const processId = z.object({
  host: z.string(),
  pid: z.int().positive(),
  /** Start in clock ticks since boot, where the system tells: a pid alone may have been given again. */
  started: z.string().nullable(),
});
export type ProcessId = z.infer<typeof processId>;

function startOf(pid: number): string | null {
  try {
    // The name of the program, in brackets, may hold anything.
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? null;
  } catch {
    return null;
  }
}

export function thisProcess(): ProcessId {
  return { host: os.hostname(), pid: process.pid, started: startOf(process.pid) };
}

/** Whether the process lives; null when that cannot be known here: it runs on another machine. */
export function lives(id: ProcessId): boolean | null {
  if (id.host !== os.hostname()) return null;
  try {
    process.kill(id.pid, 0);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
  }
  return id.started === null || startOf(id.pid) === id.started;
}
