import type { Range } from 'vscode-languageserver';
import {
  find,
  marksOf,
  offsetMap,
  rangeFrom,
  type FileUnit,
  type LoadedFile,
  type Mark,
  type OffsetRange,
} from '../engine/evalset/index.ts';
import { rangeOf } from './convert.ts';
import { unitsIn } from './units.ts';

/** A text that is kept to the letter, and how to find a part of it in the file. */
export interface Letter extends Pick<Mark, 'path' | 'value'> {
  /** The place of a span of the decoded text. */
  readonly place: (span: OffsetRange) => Range;
  /** How it is written. */
  readonly style: string;
}

/** The texts of a file that are kept to the letter, of those parts that have lines in the range. */
export function* lettersIn(file: LoadedFile, range?: Range): Generator<Letter> {
  for (const { unit, line } of unitsIn(file, range)) yield* lettersOf(file, unit, line);
}

/** The texts of a part; `line` is added to the lines of its document. */
export function* lettersOf(file: LoadedFile, unit: FileUnit, line: number): Generator<Letter> {
  const { document, kind } = unit;
  if (document.tree === undefined) return;
  for (const { path, value, verbatim } of file.parts.marks.of(document, () =>
    marksOf(kind, document.value),
  )) {
    if (!verbatim) continue;
    const { node, base, whole } = find(document.tree, path);
    // What stands behind an alias is written elsewhere.
    if (!whole || node.type !== 'scalar') continue;
    const map = once(() => offsetMap(document.text, { ...node, ...rangeFrom(node, base) }));
    const place = (span: OffsetRange): Range => {
      const { start, end } = rangeOf(document, map().range(span));
      return {
        start: { ...start, line: start.line + line },
        end: { ...end, line: end.line + line },
      };
    };
    yield { path, value, place, style: node.style };
  }
}

/** The map is made for a text in which there is something to be placed. */
function once<T extends object>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}
