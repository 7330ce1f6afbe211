import type { Text } from './blocks/text.ts';
import type { KindName } from '../../schemas/kinds.ts';
import type { LoadedFile } from './load-file.ts';
import { EvalsetMemo } from './evalset-memo.ts';
import { PartsMemo } from './parts-memo.ts';
import type { SourceDocument } from './source.ts';

/**
 * Keeps files as read and checked, so that an edit in one file of an evalset leaves the others as they are. It holds one
 * text of a path; a caller that reads again and again (an editor) drops the paths that are gone.
 */
export class FileCache {
  readonly #documents = new Map<
    string,
    { readonly content: string | Text; readonly document: SourceDocument }
  >();
  readonly #loaded = new WeakMap<SourceDocument, Map<string, LoadedFile>>();
  readonly #parts = new Map<KindName, PartsMemo>();
  readonly #evalsets = new Map<string, EvalsetMemo>();

  /** The document of a text, read once; a changed text is read with what is known of it from before. */
  document(
    path: string,
    content: string | Text,
    read: (before: SourceDocument | null) => SourceDocument,
  ): SourceDocument {
    const before = this.#documents.get(path);
    if (before?.content === content) return before.document;
    const document = read(before?.document ?? null);
    this.#documents.set(path, { content, document });
    return document;
  }

  /** A document checked as one of the wanted kinds, once. */
  loaded(
    document: SourceDocument,
    wanted: readonly KindName[] | undefined,
    load: (parts: (kind: KindName) => PartsMemo) => LoadedFile,
  ): LoadedFile {
    const byKinds = this.#loaded.get(document) ?? new Map<string, LoadedFile>();
    this.#loaded.set(document, byKinds);
    const key = wanted?.join() ?? '';
    const loaded = byKinds.get(key) ?? load((kind) => this.parts(kind));
    byKinds.set(key, loaded);
    return loaded;
  }

  /** What is known of the parts of files of a kind. */
  parts(kind: KindName): PartsMemo {
    const parts = this.#parts.get(kind) ?? new PartsMemo();
    this.#parts.set(kind, parts);
    return parts;
  }

  /** What the rules on an evalset know of it from before. */
  evalset(root: string): EvalsetMemo {
    const memo = this.#evalsets.get(root) ?? new EvalsetMemo();
    this.#evalsets.set(root, memo);
    return memo;
  }

  /** Drops every path that is not to be kept. */
  keep(wanted: (path: string) => boolean): void {
    for (const path of this.#documents.keys()) if (!wanted(path)) this.#documents.delete(path);
  }
}
