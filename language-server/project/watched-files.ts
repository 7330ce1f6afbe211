import path from 'node:path';
import type { FilePort } from '../../engine/evalset/index.ts';

/**
 * Files of the disk as long as nobody says that they changed: an edit then costs no disk. Without a watcher every answer
 * comes from the disk.
 */
export class WatchedFiles implements FilePort {
  readonly #below: FilePort;
  readonly #texts = new Map<string, Promise<string>>();
  readonly #files = new Map<string, Promise<boolean>>();
  readonly #folders = new Map<string, Promise<readonly string[]>>();
  /** Whether changes on the disk are told. */
  watched = false;

  constructor(below: FilePort) {
    this.#below = below;
  }

  read(file: string): Promise<string> {
    return this.#kept(this.#texts, file, () => this.#below.read(file));
  }
  isFile(file: string): Promise<boolean> {
    return this.#kept(this.#files, file, () => this.#below.isFile(file));
  }
  list(folder: string): Promise<readonly string[]> {
    return this.#kept(this.#folders, folder, () => this.#below.list(folder));
  }

  /** Forgets a path and all below it. */
  forget(changed: string): void {
    const below = changed + path.sep;
    for (const kept of [this.#texts, this.#files, this.#folders])
      for (const name of kept.keys()) if (name === changed || name.startsWith(below)) kept.delete(name);
    this.#folders.delete(path.dirname(changed));
  }

  #kept<T>(kept: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
    if (!this.watched) return make();
    const found = kept.get(name) ?? make();
    kept.set(name, found);
    return found;
  }
}
