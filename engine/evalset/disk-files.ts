import { readFile, readdir, stat } from 'node:fs/promises';
import { decodeUtf8 } from './encoding.ts';
import { refuseHuge } from './limits.ts';
import type { FilePort } from './model.ts';

/** Author files on the disk, read as UTF-8. What is no UTF-8, or too long to be looked at, is refused. */
export function diskFiles(): FilePort {
  return {
    read: async (path) => {
      refuseHuge(path, (await stat(path)).size);
      return decodeUtf8(await readFile(path));
    },
    list: async (dir) => {
      try {
        const entries = await readdir(dir, { withFileTypes: true });
        const names = await Promise.all(
          entries.map(async (entry) => {
            const folder = entry.isSymbolicLink()
              ? await isFolder(`${dir}/${entry.name}`)
              : entry.isDirectory();
            return folder ? `${entry.name}/` : entry.name;
          }),
        );
        return names.sort();
      } catch {
        return [];
      }
    },
    isFile: async (path) => {
      try {
        return (await stat(path)).isFile();
      } catch {
        return false;
      }
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
