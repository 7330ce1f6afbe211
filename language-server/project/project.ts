import path from 'node:path';
import {
  FileCache,
  inspectEvalset,
  inspectFile,
  once,
  overlayFiles,
  readSource,
  sortFindings,
  type FilePort,
  type Finding,
  type InspectedEvalset,
} from '../../engine/evalset/index.ts';
import { checkScript, scriptFolder } from '../../engine/compile/verify/index.ts';
import type { AuthorFile } from './author-file.ts';
import type { Buffer, Buffers } from './buffers.ts';
import { filesBelow } from './files-below.ts';
import {
  findRoots,
  isBatch,
  isFoundByName,
  isFrozen,
  isMark,
  isSkippedPath,
  mayBeFolder,
} from './find-roots.ts';
import { isOurs } from './lone.ts';
import { isBelow, pathOf } from './uris.ts';
import type { WatchedFiles } from './watched-files.ts';

/** A compiled script, held against its source. */
interface ScriptState {
  readonly findings: readonly Finding[];
  /** A batch was run on it: it stays as it is. */
  readonly run: boolean;
  readonly evalsets: readonly InspectedEvalset[];
}

/** Work that several askers share; it is stopped when what it rests on changes. */
interface Shared<T> {
  readonly result: Promise<T>;
  readonly stop: AbortController;
}

/** The evalsets of the workspace folders, with unsaved buffers over the disk. Nothing is read twice that did not change. */
export class Project {
  readonly #disk: WatchedFiles;
  readonly #buffers: Buffers;
  readonly #cache = new FileCache();
  readonly #evalsets = new Map<string, Shared<InspectedEvalset>>();
  readonly #listeners = new Set<(what: Change) => void>();
  readonly #scripts = new Map<
    string,
    { readonly generation: number; readonly state: Promise<ScriptState> }
  >();
  #roots: Shared<readonly string[]> | undefined;
  #folders: readonly string[] = [];
  #generation = 0;

  constructor(disk: WatchedFiles, buffers: Buffers) {
    this.#disk = disk;
    this.#buffers = buffers;
  }

  /** Grows with every change: an answer is of now when it did not grow meanwhile. */
  get generation(): number {
    return this.#generation;
  }

  /** Calls back on each change until the returned function is called. */
  onChange(listener: (what: Change) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  setFolders(folders: readonly string[]): void {
    this.#folders = folders;
    this.#forgetRoots();
    this.#changed('disk');
  }

  /** A buffer was opened, changed or closed. */
  edited(file: string, opensOrCloses: boolean): void {
    if (opensOrCloses && isMark(file)) this.#forgetRoots();
    this.#forgetEvalsets(file);
    this.#changed('buffer');
  }

  /** Files on the disk came, went or changed. What nobody asked for, and no evalset is found by, changes nothing. */
  touched(files: readonly DiskChange[]): void {
    let matters = false;
    for (const change of files) {
      const { path: file, what } = change;
      if (this.#concerns(change)) {
        this.#disk.forget(file);
        if (what !== 'changed' && (isMark(file) || mayBeFolder(file))) this.#forgetRoots();
        this.#forgetEvalsets(file);
        matters = true;
      } else {
        this.#disk.forgetList(path.dirname(file));
        if (what === 'created' && mayBeFolder(file) && !isSkippedPath(this.#folders, path.join(file, '-')))
          void this.#cameWhole(file);
      }
    }
    if (matters) this.#changed('disk');
  }

  #concerns({ path: file, what }: DiskChange): boolean {
    if (this.#disk.knows(file)) return true;
    const known = what !== 'changed' && mayBeFolder(file) && this.#disk.knowsFolder(file);
    if (known) return true;
    if (isSkippedPath(this.#folders, file)) return false;
    return what === 'changed' || isMark(file) || isFoundByName(file);
  }

  /** A folder that is moved in comes without a word about what is in it. */
  async #cameWhole(folder: string): Promise<void> {
    if (!(await this.#disk.isFolder(folder).catch(() => false))) return;
    this.#disk.forget(folder);
    this.#forgetRoots();
    this.#changed('disk');
  }

  /** Takes nothing for granted of what was read from the disk below a folder, or anywhere. */
  distrust(folder?: string): void {
    // Not stopped: others may wait for what is under way, and nobody would tell them to ask again.
    if (folder === undefined) {
      this.#roots = undefined;
      this.#evalsets.clear();
      return;
    }
    this.#disk.forget(folder);
    this.#evalsets.delete(folder);
  }

  /** Folders of the evalsets. */
  roots(): Promise<readonly string[]> {
    if (!this.#disk.watched) this.distrust();
    return (this.#roots ??= shared((signal) => findRoots(this.#folders, this.#files(), signal))).result;
  }

  /** An evalset, read and checked. It need not be one: then the findings say so. */
  evalset(root: string): Promise<InspectedEvalset> {
    const known = this.#evalsets.get(root);
    if (known !== undefined) return known.result;
    const made = shared((signal) => inspectEvalset(root, this.#files(), signal, this.#cache));
    this.#evalsets.set(root, made);
    return made.result;
  }

  async all(): Promise<ReadonlyMap<string, InspectedEvalset>> {
    const found = new Map<string, InspectedEvalset>();
    for (const root of await this.roots()) found.set(root, await this.evalset(root));
    this.#evict(found);
    return found;
  }

  /** The file of a URI; null when there is none, or it is of no scheme that is ours. */
  async file(uri: string): Promise<AuthorFile | null> {
    const buffers = this.#buffers.all();
    const buffer = [...buffers.values()].find((item) => item.uri === uri);
    const at = buffer?.path ?? pathOf(uri);
    if (at === null) return null;
    const about = { uri, path: at, version: buffer?.version ?? null };
    for (const root of (await this.roots()).toReversed()) {
      if (!isBelow(root, at)) continue;
      const inspected = await this.evalset(root);
      const loaded = inspected.loaded.files.find((item) => item.document.path === at);
      if (loaded === undefined) continue;
      const findings = once(() => inspected.findings.filter((item) => item.file === at));
      return {
        ...about,
        loaded,
        evalset: { root, inspected },
        frozen: false,
        ours: true,
        script: null,
        get findings() {
          return findings();
        },
      };
    }
    return this.#lone(about, buffer);
  }

  /** Findings by path: of every evalset, and of open files outside of them. */
  async findings(): Promise<ReadonlyMap<string, readonly Finding[]>> {
    const byPath = new Map<string, Finding[]>();
    for (const { loaded, findings } of (await this.all()).values()) {
      for (const { document } of loaded.files) if (!byPath.has(document.path)) byPath.set(document.path, []);
      for (const finding of findings) {
        const here = byPath.get(finding.file) ?? [];
        here.push(finding);
        byPath.set(finding.file, here);
      }
    }
    for (const { uri, path: at } of this.#buffers.all().values()) {
      if (byPath.has(at)) continue;
      const file = await this.file(uri);
      if (file?.script != null || (file?.ours === true && !file.frozen)) byPath.set(at, [...file.findings]);
    }
    // A file of two evalsets has the findings of both, each once.
    for (const [at, findings] of byPath) byPath.set(at, sortFindings(findings));
    return byPath;
  }

  /** Names of the files in and below a folder, as the disk and the editor have them. */
  filesBelow(folder: string): Promise<readonly string[]> {
    return filesBelow(folder, this.#files());
  }

  /** The open buffers of now by path; asked once for many files. */
  buffers(): ReadonlyMap<string, Buffer> {
    return this.#buffers.all();
  }

  async #lone(
    about: Pick<AuthorFile, 'uri' | 'path' | 'version'>,
    buffer: Buffer | undefined,
  ): Promise<AuthorFile | null> {
    const text = buffer?.text ?? (await this.#disk.read(about.path).catch(() => null));
    if (text === null) return null;
    const document = this.#cache.document(about.path, text, (before) => readSource(about.path, text, before));
    const { file, findings } = inspectFile(document, this.#cache);
    const unnamed = about.path === about.uri;
    const frozen =
      !unnamed && (isSkippedPath(this.#folders, about.path) || (await isFrozen(about.path, this.#disk)));
    const script = await this.#scriptFindings(about.path);
    if (script !== null) {
      const own = script.findings.filter((item) => item.file === about.path);
      return {
        ...about,
        loaded: file,
        evalset: null,
        frozen: script.run,
        ours: false,
        script: { evalsets: script.evalsets },
        findings: own,
      };
    }
    const ours = isOurs(file, unnamed ? 'evalset' : undefined);
    return {
      ...about,
      loaded: file,
      evalset: null,
      frozen,
      ours,
      script: null,
      findings: ours && !frozen ? findings : [],
    };
  }

  /** What the verifier says of the script that a file is of, and whether it was run; null for a file of none. */
  async #scriptFindings(file: string): Promise<ScriptState | null> {
    const files = this.#files();
    const folder = /\.json$/i.test(file) ? await scriptFolder(file, files) : null;
    if (folder === null || folder === file) return null;
    const known = this.#scripts.get(folder);
    if (known?.generation === this.#generation) return known.state;
    const state = this.#stateOf(folder, files);
    state.catch(() => this.#scripts.delete(folder));
    this.#scripts.set(folder, { generation: this.#generation, state });
    return state;
  }

  async #stateOf(folder: string, files: FilePort): Promise<ScriptState> {
    const findings = await checkScript(folder, files);
    // The frozen copy beside the script is nobody's to mend.
    const others = [...(await this.all())].filter(([root]) => !isBelow(folder, root));
    return {
      findings,
      run: isBatch(await this.#disk.list(folder)),
      evalsets: others.map(([, inspected]) => inspected),
    };
  }

  #files(): FilePort {
    const texts = new Map([...this.#buffers.all()].map(([at, { text }]) => [at, text] as const));
    return overlayFiles(texts, this.#disk);
  }

  #changed(what: Change): void {
    this.#generation += 1;
    for (const listener of [...this.#listeners]) listener(what);
  }

  #forgetRoots(): void {
    this.#roots?.stop.abort();
    this.#roots = undefined;
  }

  #forgetEvalsets(file: string): void {
    for (const root of this.#evalsets.keys())
      if (root === file || isBelow(root, file) || isBelow(file, root)) this.#forget(root);
  }

  #forget(root: string): void {
    this.#evalsets.get(root)?.stop.abort();
    this.#evalsets.delete(root);
  }

  /** Lets go of the texts of files that are gone. */
  #evict(found: ReadonlyMap<string, InspectedEvalset>): void {
    const wanted = new Set(this.#buffers.all().keys());
    for (const { loaded } of found.values())
      for (const { document } of loaded.files) wanted.add(document.path);
    this.#cache.keep((at) => wanted.has(at));
  }
}

/** What happened to a path on the disk. */
export interface DiskChange {
  readonly path: string;
  readonly what: 'created' | 'changed' | 'deleted';
}

/** Where a change came from. The editor knows of its own buffers; of the disk it must be told. */
export type Change = 'buffer' | 'disk';

function shared<T>(work: (signal: AbortSignal) => Promise<T>): Shared<T> {
  const stop = new AbortController();
  const result = work(stop.signal);
  // Whoever waits sees the failure; when nobody waits it is nobody's.
  result.catch(() => undefined);
  return { result, stop };
}

/** A path as an author names it: relative to the evalset, with forward slashes. */
export function nameIn(root: string, file: string): string {
  return path.relative(root, file).replaceAll(path.sep, '/');
}
