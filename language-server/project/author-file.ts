import type { Finding, InspectedEvalset, LoadedFile } from '../../engine/evalset/index.ts';

/** A file of the author's as it stands now, with what is known of it. */
export interface AuthorFile {
  readonly uri: string;
  readonly path: string;
  /** Version of the buffer that was read; null when it came from the disk. */
  readonly version: number | null;
  readonly loaded: LoadedFile;
  /** The evalset that it belongs to; null for a lone file. */
  readonly evalset: { readonly root: string; readonly inspected: InspectedEvalset } | null;
  /** A copy that a run froze: shown as it is, and nobody's to mend. */
  readonly frozen: boolean;
  /** Whether it is an author's file of ours, so that we speak about it. */
  readonly ours: boolean;
  /** Of a file of a compiled script: the evalsets that it may be of. It is held against the copy that was frozen with it. */
  readonly script: { readonly evalsets: readonly InspectedEvalset[] } | null;
  readonly findings: readonly Finding[];
}
