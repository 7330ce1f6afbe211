import type { CompletionItem } from 'vscode-languageserver';
import type { $ZodType } from 'zod/v4/core';
import type { KindName } from '../../schemas/kinds.ts';
import type { Words } from '../l10n/words.ts';
import type { Place } from '../place/place.ts';
import type { AuthorFile } from '../project/author-file.ts';

/** What is to be completed. */
export interface Asked {
  readonly file: AuthorFile;
  readonly kind: KindName;
  /** The text, or the part of it around the place, which begins at `base`; all offsets count in it. */
  readonly text: string;
  readonly base: number;
  readonly offset: number;
  readonly place: Place;
  /** Models of the value at the place, or of the map in which a key is typed. */
  readonly models: readonly $ZodType[];
  readonly words: Words;
  readonly today: string;
  /** Whether the client fills in snippets. */
  readonly snippets: boolean;
  /** Files of the evalset's folder, where files are named; relative, with forward slashes. */
  readonly paths: readonly string[];
}

/** A proposal without its place: what is inserted, and by what it is found. */
export type Proposal = Omit<CompletionItem, 'textEdit'> & {
  /** In the client's snippet syntax when `snippet`. */
  readonly insert: string;
  readonly snippet?: boolean;
  /** What is replaced, where it is not the place's own range. */
  readonly from?: number;
  readonly to?: number;
};

/** A text as it stands in a snippet. */
export const escaped = (text: string): string => text.replace(/[\\$}]/g, '\\$&');
