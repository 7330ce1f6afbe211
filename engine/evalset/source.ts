import { detectKind } from '../../schemas/kinds.ts';
import type { Lines } from './blocks/lines-of.ts';
import { SPLIT_FROM, splitText, type Split } from './blocks/split.ts';
import { Text } from './blocks/text.ts';
import { stateOf, unitsOf, type Unit } from './blocks/units.ts';
import { conflictsIn } from './conflicts.ts';
import { saveAsUtf8, utf16Order } from './encoding.ts';
import { parseJson } from './json-source.ts';
import { formatOf, LIMIT, tooLarge } from './limits.ts';
import { LineIndex, firstLine, type Sliced } from './lines.ts';
import type { LocateOptions, OffsetRange, Position, SourceFile, ValuePath } from './model.ts';
import { once } from './once.ts';
import { parseSkill } from './skill-source.ts';
import { offsetMap } from './offset-map.ts';
import { signsOf, type TextSigns } from './text-signs.ts';
import { tell, type Told } from './told.ts';
import {
  find,
  isDeeper,
  OTHER_LINE,
  rangeFrom,
  valueOf,
  type ParsedText,
  type Placed,
  type SyntaxProblem,
  type TreeNode,
} from './tree.ts';
import { parseYaml } from './yaml-source.ts';

/** An author's file with its tree: what rules look at beside the value. */
export interface SourceDocument extends SourceFile {
  readonly tree: TreeNode | undefined;
  readonly problems: readonly SyntaxProblem[];
  /** What tells that the text may not be what its author wrote. */
  readonly signs: TextSigns;
  /** A part of the text: of a large one all of it (`text`) costs a copy. */
  slice(from: number, to: number): string;
  /** The offset of a position; one behind the end of its line is the line's end. */
  offsetAt(position: Position): number;
  /**
   * The value in parts that an edit elsewhere leaves as they are, each the very same object in the next state of the
   * text. `levels`: how deep a large one is taken apart. A small list is taken into its items, anything else small is
   * not taken apart: then there are none.
   */
  units(levels: number): readonly Unit[];
  /** The text in blocks, as it was when it last could be had so: what the next state of it starts from. */
  readonly split: Split | null;
}

const NAMES = { yaml: 'YAML', json: 'JSON', markdown: 'Markdown' } as const;

/** Deepest nesting that is read: models, rules and hashes recurse, and need room on the stack for it. */
const MAX_DEPTH = 200;

/**
 * Reads a text; never throws on bad input. A byte order mark is left out of `text`, as editors do, so positions agree.
 * @param before an earlier state of the same file: what did not change in a large text is taken from it. What is read
 *   depends on the text alone.
 */
export function readSource(
  path: string,
  content: string | Text,
  before: SourceDocument | null = null,
  splitFrom?: number,
): SourceDocument {
  const marked = content.slice(0, 1) === '\uFEFF';
  const text = typeof content === 'string' ? content.slice(Number(marked)) : content.view(Number(marked));
  const format = formatOf(path);
  const signs = typeof content === 'string' ? signsOf(content) : content.signs;
  const { treeOf, problems, split } = parse(text, signs, format, before?.split ?? null, splitFrom);
  const whole = once(() => text.toString());
  const lines = split?.lines ?? new LineIndex(whole());
  const value = split === null ? valueOf(treeOf()) : split.value();
  return {
    path,
    get text() {
      return whole();
    },
    slice: (from, to) => text.slice(from, to),
    format,
    kind: detectKind(path, value),
    value,
    get tree() {
      return treeOf();
    },
    problems: problems.map(({ message, other, ...problem }) => ({
      ...problem,
      message: other === undefined ? message : withLine(message, lines.positionAt(other).line + 1),
    })),
    signs,
    locate: (at, options) => locate(text, treeOf(), at, options ?? {}),
    positionAt: (offset) => lines.positionAt(offset),
    offsetAt: (position) => lines.offsetAt(position),
    units: (levels) =>
      split === null ? itemsOf(treeOf(), value, problems, whole(), lines) : unitsOf(split, levels),
    split: split ?? before?.split ?? null,
  };
}

function withLine({ words, values }: Told, line: number): Told {
  return { words, values: values.map((value) => (value === OTHER_LINE ? `${line}` : value)) };
}

/** The items of a list that was read whole. */
function itemsOf(
  tree: TreeNode | undefined,
  value: unknown,
  problems: readonly SyntaxProblem[],
  text: string,
  lines: Lines,
): Unit[] {
  if (tree?.type !== 'list' || !Array.isArray(value)) return [];
  const state = stateOf(problems);
  return tree.items.map((node, i) => ({
    at: [i],
    value: value[i] as unknown,
    state,
    text,
    lines,
    node,
    entry: null,
    line: 0,
  }));
}

/** The tree of a large text is made when it is first asked for: without a finding it never is. */
type Parsed = Pick<ParsedText, 'problems'> & {
  readonly treeOf: () => TreeNode | undefined;
  readonly split: Split | null;
};

function skill(text: string): Parsed {
  const { tree, problems } = parseSkill(text);
  return { treeOf: () => tree, problems, split: null };
}

function parse(
  text: string | Text,
  signs: TextSigns,
  format: SourceFile['format'],
  before: Split | null,
  splitFrom: number | undefined,
): Parsed {
  const failed = (code: string, message: Told, from = 0): Parsed => ({
    treeOf: () => undefined,
    problems: [{ code, message, range: { from, to: Math.min(text.length, from + 1) }, fatal: true }],
    split: null,
  });
  if (text.length > LIMIT[format]) return failed('too-large', tooLarge(format));
  if (signs.nul) {
    const head = text.slice(0, 4096);
    const wide = utf16Order(head.length, (i) => head.charCodeAt(i));
    if (wide !== null) return failed('not-utf8', saveAsUtf8(wide));
    return failed(
      'not-text',
      tell`The file is not text (it holds a NUL byte). Save it as UTF-8.`,
      text.indexOf('\0'),
    );
  }
  if (signs.lost > MAX_LOST) return failed('not-utf8', LOST, text.indexOf('\uFFFD'));
  const conflicts = signs.conflict ? conflictsIn(text.toString()) : null;
  const parsed = parseText(conflicts?.ours ?? text, format, before, splitFrom, failed);
  // What a parser finds in half of a conflict is nobody's mistake.
  if (conflicts !== null) return { ...parsed, problems: conflicts.problems };
  return signs.lost === 0 ? parsed : { ...parsed, problems: [lostProblem(text), ...parsed.problems] };
}

/** So many characters that could not be read may stand in a text that is looked at for the rest. */
const MAX_LOST = 8;
const LOST = tell`This character stands for something that could not be read: the file was opened, or saved, in another encoding than it was written in (often GB18030). Reopen it in that encoding (in VS Code: the name of the encoding in the status bar, "Reopen with Encoding"), and save it as UTF-8. Where the sign itself is meant, write it as "\\uFFFD" in double quotes.`;

function lostProblem(text: string | Text): SyntaxProblem {
  const from = text.indexOf('\uFFFD');
  return { code: 'not-utf8', message: LOST, range: { from, to: from + 1 }, fatal: false };
}

function parseText(
  text: string | Text,
  format: SourceFile['format'],
  before: Split | null,
  splitFrom: number | undefined,
  failed: (code: string, message: Told, from?: number) => Parsed,
): Parsed {
  const tooDeep = () => failed('too-deep', tell`The file is nested too deeply to be read.`);
  try {
    if (format === 'markdown')
      return text.length === 0 ? failed('empty-file', tell`The file is empty.`) : skill(text.toString());
    const large = text.length >= (splitFrom ?? SPLIT_FROM);
    const split = large
      ? splitText(typeof text === 'string' ? Text.of(text) : text, format, before, splitFrom)
      : null;
    if (split !== null) return { treeOf: split.node, problems: split.problems, split };
    const whole = text.toString();
    const parsed = format === 'json' ? parseJson(whole) : parseYaml(whole);
    if (parsed.tree === undefined && parsed.problems.length === 0)
      return failed('empty-file', tell`The file is empty.`);
    if (isDeeper(parsed.tree, MAX_DEPTH)) return tooDeep();
    return { treeOf: () => parsed.tree, problems: parsed.problems, split: null };
  } catch (error) {
    // Both parsers recurse; the stack is what ends first.
    if (error instanceof RangeError) return tooDeep();
    return failed('syntax', tell`Not ${NAMES[format]}: ${String(error)}.`);
  }
}

/** Source offsets of a place in a tree. */
export function locate(
  text: Sliced,
  tree: TreeNode | undefined,
  path: ValuePath,
  options: LocateOptions,
): OffsetRange {
  if (tree === undefined) return firstLine(text, { from: 0, to: text.length });
  const found = find(tree, path);
  const { node, base, keyRange } = found;
  if (options.what === 'key') return keyRange ?? introducer(text, found);
  if (options.span !== undefined && found.whole && node.type === 'scalar')
    return offsetMap(text, { ...node, ...rangeFrom(node, base) }).range(options.span);
  // A value that is not written shows as its key.
  if (node.from === node.to && keyRange !== undefined) return keyRange;
  return options.what === 'head' ? head(text, found) : rangeFrom(node, base);
}

/** What introduces a value without a key: the first key of a list item, the first line of anything else. */
function introducer(text: Sliced, { node, base }: Placed): OffsetRange {
  return node.type === 'map' && node.entries[0] !== undefined
    ? rangeFrom(node.entries[0].keyRange, base)
    : head(text, { node, base });
}

function head(text: Sliced, { node, base }: Placed): OffsetRange {
  const range = rangeFrom(node, base);
  if (node.type === 'scalar' && (node.style === 'literal' || node.style === 'folded')) {
    // The first line of a block that says something, not its `|-`.
    const match = /^[^\n]*\n\s*/.exec(text.slice(range.from, range.to));
    const from = range.from + (match?.[0].length ?? 0);
    if (from < range.to) return firstLine(text, { from, to: range.to });
  }
  return firstLine(text, range);
}
