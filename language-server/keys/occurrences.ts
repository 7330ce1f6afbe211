import type { Position, Range } from 'vscode-languageserver';
import {
  find,
  keyMarksOf,
  nodeAt,
  type FileUnit,
  type KeyMark,
  type LoadedFile,
  type OffsetRange,
  type Register,
  type ValuePath,
} from '../../engine/evalset/index.ts';
import { offsetOf, rangeOf } from '../convert.ts';
import type { AuthorFile } from '../project/author-file.ts';

/** A key of a register where it is written. */
export interface Occurrence {
  readonly file: LoadedFile;
  readonly mark: KeyMark;
  /** The key alone: no quotes, no prefix. */
  readonly range: Range;
  /** Whether it is written without quotes, so that YAML may take another name for a number. */
  readonly plain: boolean;
}

/** The files among which a file's keys are looked up: its evalset's, or itself. */
export const filesAround = (file: AuthorFile): readonly LoadedFile[] =>
  file.evalset?.inspected.loaded.files ?? [file.loaded];

/** The marks of a part of a file, worked out once as long as the part stays as it is. */
export function marksIn(file: LoadedFile, unit: FileUnit): readonly KeyMark[] {
  return file.parts.keys.of(unit.document, () => keyMarksOf(unit.kind, unit.document.value));
}

/** Every place at which a key stands. What stands behind a YAML alias is written, and told, once. */
export function* occurrencesOf(
  files: readonly LoadedFile[],
  register: Register,
  key: string,
): Generator<Occurrence> {
  for (const file of files)
    for (const unit of file.units)
      for (const mark of marksIn(file, unit)) {
        if (mark.register !== register || mark.key !== key) continue;
        const found = occurrence(file, unit, mark);
        if (found !== null) yield found;
      }
}

/** The keys of a register that are entered somewhere, in the order of the files. */
export function keysOfRegister(files: readonly LoadedFile[], register: Register): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const file of files)
    for (const unit of file.units)
      for (const mark of marksIn(file, unit))
        if (mark.register === register && mark.role === 'definition') keys.add(mark.key);
  return keys;
}

/** The key at a position. */
export function keyAt({ loaded: file }: AuthorFile, position: Position): Occurrence | null {
  const { document } = file;
  const at = nodeAt(document.tree, offsetOf(document, position));
  if (at === null) return null;
  const unit = file.units.find((item) => item.at.every((step, i) => at.path[i] === step));
  if (unit === undefined) return null;
  const inside = [...unit.inside, ...at.path.slice(unit.at.length)];
  const mark = marksIn(file, unit).find((item) => item.what === at.what && same(item.path, inside));
  const found = mark === undefined ? null : occurrence(file, unit, mark);
  return found !== null && holds(found.range, position) ? found : null;
}

function occurrence(file: LoadedFile, unit: FileUnit, mark: KeyMark): Occurrence | null {
  const { document } = unit;
  if (document.tree === undefined) return null;
  const { node, keyRange, whole } = find(document.tree, mark.path);
  if (!whole || (mark.what === 'value' && node.type !== 'scalar')) return null;
  const from = mark.what === 'key' ? keyRange : document.locate(mark.path);
  if (from === undefined) return null;
  const plain = !/^["'|>]/.test(document.text.charAt(from.from));
  const range =
    mark.what === 'key'
      ? withoutQuotes(document.text, from)
      : document.locate(mark.path, { span: mark.span });
  const { start, end } = rangeOf(document, range);
  const line = unit.at.length === 0 ? 0 : unit.line;
  return {
    file,
    mark,
    plain,
    range: {
      start: { ...start, line: start.line + line },
      end: { ...end, line: end.line + line },
    },
  };
}

function withoutQuotes(text: string, { from, to }: OffsetRange): OffsetRange {
  return /["']/.test(text.charAt(from)) ? { from: from + 1, to: to - 1 } : { from, to };
}

const same = (a: ValuePath, b: ValuePath): boolean =>
  a.length === b.length && a.every((step, i) => step === b[i]);

/** Whether a range of one line holds a position; its end counts as inside. */
export function holds({ start, end }: Range, { line, character }: Position): boolean {
  return (
    (line > start.line || (line === start.line && character >= start.character)) &&
    (line < end.line || (line === end.line && character <= end.character))
  );
}
