import type { Text } from './blocks/text.ts';
import type { CompiledSchema, UnusableSchema } from './extensions/compile-schema.ts';
import { Kept } from './kept.ts';
import type { KindName } from '../../schemas/kinds.ts';
import type { LoadedFile } from './load-file.ts';
import { EvalsetMemo } from './evalset-memo.ts';
import { PartsMemo } from './parts-memo.ts';
import type { SourceDocument } from './source.ts';

const MAX_PARTS = 100;

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
  readonly #parts = new Map<string, PartsMemo>();
  /** The author's own schemas, by their files. */
  readonly schemas = new Kept<Promise<CompiledSchema | UnusableSchema>>();
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
    own = '',
  ): LoadedFile {
    const byKinds = this.#loaded.get(document) ?? new Map<string, LoadedFile>();
    this.#loaded.set(document, byKinds);
    const key = `${wanted?.join() ?? ''} ${own}`;
    const loaded = byKinds.get(key) ?? load((kind) => this.parts(kind, own));
    byKinds.set(key, loaded);
    return loaded;
  }

  /** What is known of the parts of files of a kind, with one set of the author's own schemas. */
  parts(kind: KindName, own = ''): PartsMemo {
    const key = `${kind} ${own}`;
    const parts = this.#parts.get(key) ?? new PartsMemo();
    // Schemas that are being written leave one for each of their states.
    if (this.#parts.size > MAX_PARTS) this.#parts.clear();
    this.#parts.set(key, parts);
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
