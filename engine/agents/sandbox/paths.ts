import { realpathSync, statSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import path from 'node:path';

/** True for a path in the folder, or the folder itself. */
export function inside(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative === '' || (relative !== '..' && !relative.startsWith(`..${path.sep}`));
}

/** Where a path really leads; undefined: nowhere. */
export function existing(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    return undefined;
  }
}

export function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Every folder above a path, the nearest first, without the root. */
export function foldersAbove(file: string): string[] {
  const above: string[] = [];
  for (let dir = path.dirname(file); dir !== path.dirname(dir); dir = path.dirname(dir)) above.push(dir);
  return above;
}

/** A folder in which all kinds of things lie: homes, temporary files, whatever stands directly below the root. */
export function isBroad(folder: string): boolean {
  const holders = [homedir(), tmpdir()].map((dir) => existing(dir) ?? dir);
  return (
    foldersAbove(folder).length < 1 ||
    path.dirname(folder) === '/home' ||
    holders.some((dir) => inside(dir, folder))
  );
}
