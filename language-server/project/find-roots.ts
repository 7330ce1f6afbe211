import path from 'node:path';
import { evalsetMark, type FilePort } from '../../engine/evalset/index.ts';

/** Folders in which no author keeps an evalset. */
const SKIPPED = new Set(['node_modules', 'runs', 'dist']);
/** Deeper than this nobody looks: a folder may link to one above it. */
const MAX_DEPTH = 12;
const MARK = /^evalset(\.ya?ml|\/)$/;

/** True for a folder in which a run left its batch: what stands there as `evalset/` is a frozen copy. */
export function isBatch(names: readonly string[]): boolean {
  return names.includes('manifest.json') && (names.includes('journal.jsonl') || names.includes('evidence/'));
}

/** The evalset folders in and below the given folders, in order. */
export async function findRoots(
  folders: readonly string[],
  files: FilePort,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const roots = new Set<string>();
  const look = async (folder: string, depth: number): Promise<void> => {
    signal.throwIfAborted();
    const names = await files.list(folder);
    if (isBatch(names)) return;
    if (names.some((name) => MARK.test(name)) && (await evalsetMark(folder, files)) !== null)
      roots.add(folder);
    if (depth === MAX_DEPTH) return;
    for (const name of names)
      if (name.endsWith('/') && !isSkipped(name.slice(0, -1)))
        await look(path.join(folder, name.slice(0, -1)), depth + 1);
  };
  for (const folder of folders) await look(folder, 0);
  return [...roots].sort();
}

const isSkipped = (name: string): boolean => SKIPPED.has(name) || name.startsWith('.');

/** True for a file in a folder that is skipped, seen from the workspace folder that holds it. */
export function isSkippedPath(folders: readonly string[], file: string): boolean {
  return folders.some((folder) => {
    const relative = path.relative(folder, file);
    if (relative.startsWith('..') || path.isAbsolute(relative)) return false;
    return relative.split(path.sep).slice(0, -1).some(isSkipped);
  });
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

/** True for a path whose coming or going may make or unmake an evalset: a mark, or a folder. */
export function mayBeMark(file: string): boolean {
  const name = path.basename(file);
  return /^(evalset\.ya?ml|cases\.json)$/.test(name) || !name.includes('.');
}
