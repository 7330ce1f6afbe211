import path from 'node:path';
import type { FilePort, Text } from '../../engine/evalset/index.ts';

/**
 * Files of the disk as long as nobody says that they changed: an edit then costs no disk. Without a watcher every answer
 * comes from the disk.
 */
export class WatchedFiles implements FilePort {
  readonly #below: FilePort;
  readonly #texts = new Map<string, Promise<string | Text>>();
  readonly #files = new Map<string, Promise<boolean>>();
  readonly #folders = new Map<string, Promise<readonly string[]>>();
  /** Every file that was asked for, also those that are not there. */
  readonly #asked = new Set<string>();
  /** Whether changes on the disk are told. */
  watched = false;

  constructor(below: FilePort) {
    this.#below = below;
  }

  read(file: string): Promise<string | Text> {
    this.#asked.add(file);
    return this.#kept(this.#texts, file, () => this.#below.read(file));
  }
  isFile(file: string): Promise<boolean> {
    this.#asked.add(file);
    return this.#kept(this.#files, file, () => this.#below.isFile(file));
  }
  list(folder: string): Promise<readonly string[]> {
    return this.#kept(this.#folders, folder, () => this.#below.list(folder));
  }

  /** True for a file that somebody asked for. */
  knows(file: string): boolean {
    return this.#asked.has(file);
  }

  /** True for a folder that was listed, or of which something was asked for. */
  knowsFolder(folder: string): boolean {
    if (this.#folders.has(folder)) return true;
    const below = folder + path.sep;
    for (const file of this.#asked) if (file.startsWith(below)) return true;
    return false;
  }

  /** True for a folder with something in it, as the disk has it now. */
  async isFolder(at: string): Promise<boolean> {
    return (await this.#below.list(at)).length > 0;
  }

  /** Forgets what is in a folder, but not what was read of it. */
  forgetList(folder: string): void {
    this.#folders.delete(folder);
  }

  /** Forgets a path and all below it. */
  forget(changed: string): void {
    const below = changed + path.sep;
    for (const kept of [this.#texts, this.#files, this.#folders])
      for (const name of kept.keys()) if (name === changed || name.startsWith(below)) kept.delete(name);
    this.forgetList(path.dirname(changed));
  }

  #kept<T>(kept: Map<string, Promise<T>>, name: string, make: () => Promise<T>): Promise<T> {
    if (!this.watched) return make();
    const known = kept.get(name);
    if (known !== undefined) return known;
    const made = make();
    kept.set(name, made);
    // A disk that refused once may be asked again: nobody would tell that it does not refuse any more.
    made.catch(() => {
      if (kept.get(name) === made) kept.delete(name);
    });
    return made;
  }
}
