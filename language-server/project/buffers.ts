import type { Text } from '../../engine/evalset/index.ts';
import type { EditedText } from './edited-text.ts';
import { pathOf } from './uris.ts';

/** A text that stands open in the editor. */
export interface Buffer {
  readonly uri: string;
  readonly path: string;
  readonly version: number;
  readonly text: Text;
}

/** The open texts by path. Whoever has them synchronised (TextDocuments) gives the list. */
export class Buffers {
  readonly #all: () => readonly EditedText[];
  constructor(all: () => readonly EditedText[]) {
    this.#all = all;
  }

  /** The buffers of now. The texts do not change when the editor goes on. */
  all(): ReadonlyMap<string, Buffer> {
    const buffers = new Map<string, Buffer>();
    for (const document of this.#all()) {
      const path = pathOf(document.uri, document.languageId);
      const { uri, version, text } = document;
      if (path !== null) buffers.set(path, { uri, path, version, text });
    }
    return buffers;
  }
}
