import path from 'node:path';
import { InvalidArgumentError } from 'commander';
import { UsageError } from '../engine/batch/errors.ts';
import { pathExists } from '../engine/stages/index.ts';

/** YYYY-MM-DD of an existing day. */
export function parseDay(value: string): string {
  const day = /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : null;
  if (day === null || Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value) {
    throw new InvalidArgumentError('expected a date as YYYY-MM-DD.');
  }
  return value;
}

export function parseInstant(value: string): string {
  if (!/^\d{4}-\d\d-\d\dT.*(Z|[+-]\d\d:\d\d)$/.test(value) || Number.isNaN(Date.parse(value))) {
    throw new InvalidArgumentError('expected an instant with its offset, such as 2026-09-06T09:00:00+08:00.');
  }
  return value;
}

export function collect(value: string, all: string[]): string[] {
  return [...all, value];
}

/** Today in the zone of this machine. */
export function today(): string {
  const now = new Date();
  const two = (n: number): string => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

export async function evalsetFolder(given: string): Promise<string> {
  const root = path.resolve(given);
  if (!(await pathExists(root)))
    throw new UsageError(`${root}: no such folder; give the folder that holds evalset.yaml`);
  return path.basename(root) === 'evalset.yaml' ? path.dirname(root) : root;
}

/** A batch by its folder or by its name below `runs/`. */
export async function batchFolder(given: string): Promise<string> {
  const asGiven = path.resolve(given);
  if (await pathExists(asGiven)) return asGiven;
  const below = path.resolve('runs', given);
  if (await pathExists(below)) return below;
  throw new UsageError(
    `${asGiven}: no such batch, nor ${below}; \`sundowner run\` prints the folder of each batch`,
  );
}

/** `runs/<name>` of a new batch; the name is made from evalset and time when none is given. */
export function newBatchFolder(root: string, name: string | undefined, now: Date): string {
  if (name !== undefined) {
    return name.includes('/') || name.includes('\\') ? path.resolve(name) : path.resolve('runs', name);
  }
  const stamp = now.toISOString().replace(/[-:]/g, '').slice(0, 15);
  return path.resolve('runs', `${path.basename(root)}-${stamp}`);
}
