import type { Position, Range } from 'vscode-languageserver';
import {
  find,
  keyMarksOf,
  nodeAt,
  type FileUnit,
  type KeyMark,
  type LoadedFile,
  type OffsetRange,
  rangeFrom,
  valueAt,
  type Register,
  type SourceDocument,
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

/** Every place at which a key stands in one of the roles. What stands behind a YAML alias is written, and told, once. */
export function* occurrencesOf(
  files: readonly LoadedFile[],
  register: Register,
  key: string,
  roles: readonly KeyMark['role'][] = ['definition', 'reference'],
): Generator<Occurrence> {
  for (const file of files)
    for (const unit of file.units)
      for (const mark of marksIn(file, unit)) {
        if (mark.key !== key || mark.register !== register || !roles.includes(mark.role)) continue;
        const found = occurrence(file, unit, mark);
        if (found !== null) yield found;
      }
}

/** Whether a file may enter keys of a register: thousands of cards need not be looked through for a person. */
function mayDefine({ kind }: LoadedFile, register: Register): boolean {
  return !IN_WORLD.has(register) || kind === 'world-preset';
}

const IN_WORLD: ReadonlySet<Register> = new Set(['actor', 'group', 'asset', 'agent']);

/** The keys of a register that are entered somewhere, in the order of the files. */
export function keysOfRegister(files: readonly LoadedFile[], register: Register): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const file of files.filter((item) => mayDefine(item, register)))
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
  const { node, base, keyRange, whole } = find(document.tree, mark.path);
  if (!whole) return null;
  let range: OffsetRange;
  let plain: boolean;
  if (mark.what === 'key') {
    if (keyRange === undefined) return null;
    plain = !/["']/.test(document.text.charAt(keyRange.from));
    range = withoutQuotes(document.text, keyRange);
  } else {
    if (node.type !== 'scalar') return null;
    plain = node.style === 'plain';
    range = spanOf(document, rangeFrom(node, base), mark, plain);
  }
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

/** The place of a mark's span. A map of offsets is only made where the text is not written as it is. */
function spanOf(
  document: SourceDocument,
  { from, to }: OffsetRange,
  { path, span }: KeyMark,
  plain: boolean,
): OffsetRange {
  const start = from + (plain ? 0 : 1);
  const written = document.text.slice(start + span.from, start + span.to);
  const key = valueAt(document.value, path);
  const asIs = typeof key === 'string' && to - from === key.length + (plain ? 0 : 2);
  return asIs && written === key.slice(span.from, span.to)
    ? { from: start + span.from, to: start + span.to }
    : document.locate(path, { span });
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
