import type { KindName } from '../../schemas/kinds.ts';
import type { LoadedFile } from './load-file.ts';
import type { Finding } from './model.ts';
import type { SourceDocument } from './source.ts';

/**
 * Keeps files as read and checked, so that an edit in one file of an evalset leaves the others as they are. It holds one
 * text of a path; a caller that reads again and again (an editor) drops the paths that are gone.
 */
export class FileCache {
  readonly #documents = new Map<string, { readonly content: string; readonly document: SourceDocument }>();
  readonly #loaded = new WeakMap<SourceDocument, Map<string, LoadedFile>>();
  readonly #findings = new WeakMap<LoadedFile, readonly Finding[]>();

  /** The document of a text, read once. */
  document(path: string, content: string, read: () => SourceDocument): SourceDocument {
    const before = this.#documents.get(path);
    if (before?.content === content) return before.document;
    const document = read();
    this.#documents.set(path, { content, document });
    return document;
  }

  /** A document checked as one of the wanted kinds, once. */
  loaded(
    document: SourceDocument,
    wanted: readonly KindName[] | undefined,
    load: () => LoadedFile,
  ): LoadedFile {
    const byKinds = this.#loaded.get(document) ?? new Map<string, LoadedFile>();
    this.#loaded.set(document, byKinds);
    const key = wanted?.join() ?? '';
    const loaded = byKinds.get(key) ?? load();
    byKinds.set(key, loaded);
    return loaded;
  }

  /** What the rules on one file say of it, asked once. */
  findings(file: LoadedFile, check: () => readonly Finding[]): readonly Finding[] {
    const findings = this.#findings.get(file) ?? check();
    this.#findings.set(file, findings);
    return findings;
  }

  /** Drops every path that is not to be kept. */
  keep(wanted: (path: string) => boolean): void {
    for (const path of this.#documents.keys()) if (!wanted(path)) this.#documents.delete(path);
  }
}
