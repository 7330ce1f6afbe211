import { UsageError } from '../engine/batch/errors.ts';
import { pathExists, writeText } from '../engine/batch/files.ts';
import { shortPath } from './print.ts';

/**
 * Writes files, each whole or not at all. Without `force` nothing is written when one of them exists.
 * @throws UsageError that names what stands in the way
 */
export async function writeFiles(
  files: ReadonlyMap<string, string>,
  force: boolean,
  signal: AbortSignal,
): Promise<void> {
  await refuseTaken([...files.keys()], force);
  for (const [file, text] of files) {
    signal.throwIfAborted();
    await writeText(file, text);
  }
}

/** Refuses when a file exists that would be written, unless it is to be replaced. */
export async function refuseTaken(files: readonly string[], force: boolean): Promise<void> {
  if (force) return;
  const taken: string[] = [];
  for (const file of files) if (await pathExists(file)) taken.push(shortPath(file));
  if (taken.length === 0) return;
  const more = taken.length > 3 ? ` and ${taken.length - 3} more` : '';
  throw new UsageError(
    `${taken.slice(0, 3).join(', ')}${more} already there; nothing was written. Give another --out, or --force to replace`,
  );
}
