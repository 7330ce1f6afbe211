import path from 'node:path';
import type { Text } from './blocks/text.ts';
import type { FilePort } from './model.ts';

/** Nothing below: an overlay over it is a file system of literals. */
export function noFiles(): FilePort {
  return {
    read: (file) => Promise.reject(new Error(`${file}: no such file`)),
    list: () => Promise.resolve([]),
    isFile: () => Promise.resolve(false),
  };
}

/** Texts (an editor's unsaved buffers, a test's literals) by absolute path, over another port. */
export function overlayFiles(texts: ReadonlyMap<string, string | Text>, below: FilePort): FilePort {
  const byPath = new Map([...texts].map(([file, text]) => [path.resolve(file), text]));
  return {
    read: (file) => {
      const text = byPath.get(path.resolve(file));
      return text === undefined ? below.read(file) : Promise.resolve(text);
    },
    list: async (dir) => {
      const prefix = path.resolve(dir).replace(/[\\/]?$/, path.sep);
      const names = new Set(await below.list(dir));
      for (const file of byPath.keys()) {
        if (!file.startsWith(prefix)) continue;
        const [first = '', ...rest] = file.slice(prefix.length).split(path.sep);
        names.add(rest.length > 0 ? `${first}/` : first);
      }
      return [...names].sort();
    },
    isFile: async (file) => byPath.has(path.resolve(file)) || (await below.isFile(file)),
  };
}
