import { detectKind } from '../../schemas/kinds.ts';
import { parseJson } from './json-source.ts';
import { LineIndex, firstLine } from './lines.ts';
import type { LocateOptions, OffsetRange, Position, SourceFile, ValuePath } from './model.ts';
import { offsetMap } from './offset-map.ts';
import {
  find,
  isDeeper,
  valueOf,
  type Found,
  type ParsedText,
  type SyntaxProblem,
  type TreeNode,
} from './tree.ts';
import { parseYaml } from './yaml-source.ts';

/** An author's file with its tree: what rules look at beside the value. */
export interface SourceDocument extends SourceFile {
  readonly tree: TreeNode | undefined;
  readonly problems: readonly SyntaxProblem[];
  /** The offset of a position; one behind the end of its line is the line's end. */
  offsetAt(position: Position): number;
}

/** Largest text that is read. Beyond it one finding says so, and nothing else is looked at. */
const LIMIT = { yaml: 8_000_000, json: 64_000_000 } as const;

/** Deepest nesting that is read: models, rules and hashes recurse, and need room on the stack for it. */
const MAX_DEPTH = 200;
const TOO_DEEP = ['too-deep', 'The file is nested too deeply to be read.'] as const;

/**
 * Reads a text; never throws on bad input. A byte order mark is left out of `text`, as editors do, so positions agree.
 */
export function readSource(path: string, content: string): SourceDocument {
  const text = content.startsWith('\uFEFF') ? content.slice(1) : content;
  const format = /\.json$/i.test(path) ? 'json' : 'yaml';
  const lines = new LineIndex(text);
  const { tree, problems } = parse(text, format, (offset) => lines.positionAt(offset).line);
  const value = valueOf(tree);
  return {
    path,
    text,
    format,
    kind: detectKind(path, value),
    value,
    tree,
    problems,
    locate: (at, options) => locate(text, tree, at, options ?? {}),
    positionAt: (offset) => lines.positionAt(offset),
    offsetAt: (position) => lines.offsetAt(position),
  };
}

function parse(text: string, format: 'yaml' | 'json', lineOf: (offset: number) => number): ParsedText {
  const failed = (code: string, message: string, from = 0): ParsedText => ({
    tree: undefined,
    problems: [{ code, message, range: { from, to: Math.min(text.length, from + 1) }, fatal: true }],
  });
  const nul = text.indexOf('\0');
  if (nul >= 0)
    return failed('not-text', 'The file is not text (it holds a NUL byte). Save it as UTF-8.', nul);
  if (text.length > LIMIT[format])
    return failed(
      'too-large',
      `The file is longer than ${LIMIT[format] / 1e6} million characters and is not read. Split it.`,
    );
  try {
    const parsed = format === 'json' ? parseJson(text, lineOf) : parseYaml(text, lineOf);
    if (parsed.tree === undefined && parsed.problems.length === 0)
      return failed('empty-file', 'The file is empty.');
    if (isDeeper(parsed.tree, MAX_DEPTH)) return failed(...TOO_DEEP);
    return parsed;
  } catch (error) {
    // Both parsers recurse; the stack is what ends first.
    if (error instanceof RangeError) return failed(...TOO_DEEP);
    return failed('syntax', `Not ${format === 'json' ? 'JSON' : 'YAML'}: ${String(error)}.`);
  }
}

function locate(
  text: string,
  tree: TreeNode | undefined,
  path: ValuePath,
  options: LocateOptions,
): OffsetRange {
  if (tree === undefined) return firstLine(text, { from: 0, to: text.length });
  const found = find(tree, path);
  if (options.what === 'key') return found.entry?.keyRange ?? introducer(text, found);
  const { node } = found;
  if (options.span !== undefined && found.whole && node.type === 'scalar')
    return offsetMap(text, node).range(options.span);
  // A value that is not written shows as its key.
  if (node.from === node.to && found.entry !== undefined) return found.entry.keyRange;
  return options.what === 'head' ? head(text, node) : { from: node.from, to: node.to };
}

/** What introduces a value without a key: the first key of a list item, the first line of anything else. */
function introducer(text: string, { node }: Found): OffsetRange {
  return node.type === 'map' && node.entries[0] !== undefined ? node.entries[0].keyRange : head(text, node);
}

function head(text: string, node: TreeNode): OffsetRange {
  if (node.type === 'scalar' && (node.style === 'literal' || node.style === 'folded')) {
    // The first line of a block that says something, not its `|-`.
    const match = /^[^\n]*\n\s*/.exec(text.slice(node.from, node.to));
    const from = node.from + (match?.[0].length ?? 0);
    if (from < node.to) return firstLine(text, { from, to: node.to });
  }
  return firstLine(text, { from: node.from, to: node.to });
}
