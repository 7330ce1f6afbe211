import type { Command, TextEdit } from 'vscode-languageserver';
import type { Finding, LoadedFile, ValuePath } from '../../engine/evalset/index.ts';
import type { Words } from '../l10n/words.ts';
import type { AuthorFile } from '../project/author-file.ts';

/** What a fixer looks at. */
export interface Broken {
  readonly file: AuthorFile;
  readonly loaded: LoadedFile;
  readonly finding: Finding;
  /** The finding's place in the value. */
  readonly at: ValuePath;
  readonly words: Words;
  /** Whether the client has the commands of our extension. */
  readonly commands: boolean;
}

/** A way out of a finding. */
export interface Fix {
  readonly title: string;
  /** Whether it is the only sane way: editors apply such fixes by themselves when asked to fix all. */
  readonly preferred: boolean;
  readonly changes: readonly FileChange[];
  /** What the client does, where an edit alone is not the way. */
  readonly command?: Command;
}

export interface FileChange {
  readonly path: string;
  /** The file is made first. */
  readonly create?: boolean;
  readonly edits: readonly TextEdit[];
}

export type Fixer = (broken: Broken) => Fix[];

/** A fix of the finding's own file. */
export const inPlace = (
  { loaded }: Broken,
  title: string,
  preferred: boolean,
  edits: readonly TextEdit[],
): Fix => ({
  title,
  preferred,
  changes: [{ path: loaded.document.path, edits }],
});
