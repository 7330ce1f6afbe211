import { parseJson } from '../json-source.ts';
import type { OffsetRange } from '../model.ts';
import {
  isDeeper,
  valueOf,
  type MapEntry,
  type ParsedText,
  type SyntaxProblem,
  type TreeNode,
} from '../tree.ts';
import { parseYaml } from '../yaml-source.ts';
import type { Frame } from './frame.ts';
import { linesOf, type Lines } from './lines-of.ts';
import type { Split } from './split.ts';
import type { Text } from './text.ts';
import { blockUnits, type BlockUnits } from './units.ts';

/** A child of a list or map: a node alone, or with the key that introduces it. Offsets are those of the block's text. */
export interface Child {
  readonly node: TreeNode;
  readonly entry: Pick<MapEntry, 'key' | 'keyRange'> | null;
  /** Made once, so that what was worked out of it can be kept by it. */
  readonly value: unknown;
}

/** Whole lines of a text, read by themselves. Nothing in it depends on where the block stands. */
export interface Block {
  /** A text of its own for what was read by itself. */
  readonly text: string | Text;
  readonly lines: Lines;
  readonly children: readonly Child[];
  /** From the first child's beginning to the last one's end; null when there is none. */
  readonly extent: OffsetRange | null;
  readonly problems: readonly SyntaxProblem[];
  /** In JSON, whether a comma stands behind it. */
  readonly comma: boolean;
  /** The block's only child as blocks again, when it is a large one. */
  readonly split: Split | null;
  readonly units: BlockUnits;
}

/** Levels that a block may have; more are for the reader of the whole text to refuse. */
const MAX_DEPTH = 150;

/** A block whose only child was split. */
export function splitBlock(text: Text, entry: Child['entry'], split: Split): Block {
  const { value, lines, problems } = split;
  const node = split.node();
  return {
    text,
    lines,
    children: [{ node, entry, value: value() }],
    extent: { from: entry?.keyRange.from ?? node.from, to: node.to },
    problems,
    comma: hasComma(text.slice(Math.max(0, text.length - 100))),
    split,
    units: blockUnits(),
  };
}

/**
 * Reads a block; null when it cannot be read without the rest of the text.
 * @throws RangeError when it is nested too deeply for the parsers
 */
export function readBlock(text: string, { format, type }: Frame): Block | null {
  const { tree, problems, anchors } = format === 'json' ? readJson(text, type) : parseYaml(text);
  if (anchors === true || isDeeper(tree, MAX_DEPTH)) return null;
  const children = childrenOf(tree, type);
  // Something that is no child and no mistake either: only the whole text can tell what it is.
  if (problems.length === 0 && children.length === 0) return null;
  return {
    text,
    lines: linesOf(text),
    children,
    extent: children.length === 0 || tree === undefined ? null : { from: tree.from, to: tree.to },
    problems,
    comma: format === 'json' && hasComma(text),
    split: null,
    units: blockUnits(),
  };
}

/** A JSON block is read as a list or map that holds nothing else; its closing comma belongs to the frame. */
function readJson(text: string, type: Frame['type']): ParsedText {
  const body = text.trimEnd().replace(/,$/, '');
  const parsed = parseJson(type === 'list' ? `[${body}\n]` : `{${body}\n}`);
  return {
    tree: shifted(parsed.tree, -1),
    problems: parsed.problems.map(({ range, other, ...problem }) => ({
      ...problem,
      ...(other === undefined ? {} : { other: other - 1 }),
      range: {
        from: Math.min(Math.max(0, range.from - 1), Math.max(0, body.length - 1)),
        to: Math.max(Math.min(range.to - 1, text.length), 1),
      },
    })),
  };
}

/** A tree at another place, without a copy: who follows it adds up the offsets. */
function shifted(tree: TreeNode | undefined, by: number): TreeNode | undefined {
  return tree === undefined ? undefined : { type: 'part', from: by, to: by + tree.to, node: tree };
}

function childrenOf(tree: TreeNode | undefined, type: Frame['type']): Child[] {
  const [node, base] = tree?.type === 'part' ? [tree.node, tree.from] : [tree, 0];
  const at = (child: TreeNode): TreeNode =>
    base === 0 ? child : { type: 'part', from: base, to: base + child.to, node: child };
  if (type === 'list')
    return node?.type === 'list'
      ? node.items.map((item) => ({ node: at(item), entry: null, value: valueOf(item) }))
      : [];
  return node?.type === 'map'
    ? node.entries.map(({ key, keyRange, value }) => ({
        node: at(value),
        entry: { key, keyRange: { from: keyRange.from + base, to: keyRange.to + base } },
        value: valueOf(value),
      }))
    : [];
}

const hasComma = (text: string): boolean => /,\s*$/.test(text.slice(-100));
