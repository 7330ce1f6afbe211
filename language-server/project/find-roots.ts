import path from 'node:path';
import { evalsetMark, type FilePort } from '../../engine/evalset/index.ts';
import { isBelow } from './uris.ts';

/** Folders in which no author keeps an evalset. */
const SKIPPED = new Set(['node_modules', 'runs', 'dist']);
/** So many folders are looked at; a link to a folder above would otherwise never end. */
const MAX_FOLDERS = 20_000;
const MARK = /^evalset(\.ya?ml|\/)$/;

/** True for a folder in which a run left its batch: what stands there as `evalset/` is a frozen copy. */
export function isBatch(names: readonly string[]): boolean {
  return names.includes('manifest.json') && (names.includes('journal.jsonl') || names.includes('evidence/'));
}

/**
 * The evalset folders in and below the given folders, in order. Shallow ones are found first, so that a workspace of
 * more than MAX_FOLDERS (a home folder) is given up deep down.
 */
export async function findRoots(
  folders: readonly string[],
  files: FilePort,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const roots = new Set<string>();
  const seen = new Set(folders);
  // Folders that are found while it goes on are looked at in their turn.
  for (const folder of seen) {
    signal.throwIfAborted();
    const names = await files.list(folder);
    if (isBatch(names)) continue;
    if (names.some((name) => MARK.test(name)) && (await evalsetMark(folder, files)) !== null)
      roots.add(folder);
    for (const name of names)
      if (name.endsWith('/') && !isSkipped(name.slice(0, -1)) && seen.size < MAX_FOLDERS)
        seen.add(path.join(folder, name.slice(0, -1)));
  }
  return [...roots].sort();
}

export const isSkipped = (name: string): boolean => SKIPPED.has(name) || name.startsWith('.');

/** True for a file in a folder that is skipped, as every workspace folder that holds it sees it. */
export function isSkippedPath(folders: readonly string[], file: string): boolean {
  const holding = folders.filter((folder) => isBelow(folder, file));
  const skips = (folder: string): boolean =>
    path.relative(folder, path.dirname(file)).split(path.sep).some(isSkipped);
  return holding.length > 0 && holding.every(skips);
}

/** True for a file inside a batch folder, wherever that lies. */
export async function isFrozen(file: string, files: FilePort): Promise<boolean> {
  let folder = path.dirname(file);
  for (;;) {
    const above = path.dirname(folder);
    if (above === folder) return false;
    if (isBatch(await files.list(folder))) return true;
    folder = above;
  }
}

/** True for the name of a file that makes its folder an evalset, or a batch, whose copy of an evalset is none. */
export function isMark(file: string): boolean {
  return /^(evalset\.ya?ml|cases\.json|manifest\.json|journal\.jsonl|evidence)$/.test(path.basename(file));
}

/** True for a path that may be a folder: its coming or going may be that of evalsets. */
export function mayBeFolder(file: string): boolean {
  return !/\.(ya?ml|json)$/i.test(file);
}

/** True for a file that an exported evalset finds by looking into its folder, without naming it. */
export function isFoundByName(file: string): boolean {
  return /[\\/]script[\\/]world-preset[^\\/]*\.json$/.test(file);
}
