import path from 'node:path';
import type { FilePort } from '../../engine/evalset/index.ts';
import { isSkipped } from './find-roots.ts';

/** So many files are listed. */
const MAX_FILES = 5000;

/** Names of the files in and below a folder, relative to it with forward slashes; those that are near come first. */
export async function filesBelow(root: string, files: FilePort): Promise<readonly string[]> {
  const found: string[] = [];
  const folders = new Set(['']);
  // Folders that are found while it goes on are looked at in their turn.
  for (const folder of folders) {
    for (const name of await files.list(path.join(root, folder))) {
      if (!name.endsWith('/')) found.push(folder + name);
      else if (!isSkipped(name.slice(0, -1)) && folders.size < MAX_FILES) folders.add(folder + name);
      if (found.length >= MAX_FILES) return found;
    }
  }
  return found;
}
