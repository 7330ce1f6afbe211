import { realpath } from 'node:fs/promises';
import path from 'node:path';

/**
 * The real absolute path of a file that a pointer names, or null when there is none, or when it lies outside the batch
 * folder: by `..`, as an absolute path, or through a symbolic link.
 */
export async function insideBatch(dir: string, relative: string): Promise<string | null> {
  if (relative === '' || relative.includes('\0') || leavesBatch(relative)) return null;
  try {
    const root = await realpath(dir);
    const file = await realpath(path.join(root, ...relative.split('/')));
    return file.startsWith(root + path.sep) ? file : null;
  } catch {
    return null;
  }
}

/** Whether a pointer's path names something outside the batch folder by its words alone. */
export function leavesBatch(relative: string): boolean {
  if (/^([A-Za-z]:|[\\/])/.test(relative)) return true;
  const parts = path.posix.normalize(relative.replaceAll('\\', '/')).split('/');
  return parts[0] === '..';
}
