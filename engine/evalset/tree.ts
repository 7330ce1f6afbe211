import { objectInOrder } from './key-order.ts';
import type { OffsetRange, ValuePath } from './model.ts';
import type { Told } from './told.ts';

/** How a scalar is written. */
export type ScalarStyle = 'plain' | 'single' | 'double' | 'literal' | 'folded' | 'json';

export interface ScalarNode extends OffsetRange {
  readonly type: 'scalar';
  readonly value: unknown;
  readonly style: ScalarStyle;
}

export interface ListNode extends OffsetRange {
  readonly type: 'list';
  readonly items: TreeNode[];
}

export interface MapEntry {
  readonly key: string;
  readonly keyRange: OffsetRange;
  readonly value: TreeNode;
}

export interface MapNode extends OffsetRange {
  readonly type: 'map';
  readonly entries: MapEntry[];
}

/** A YAML alias: `target` is a copy of what it stands for, its own range that of `*name`. */
export interface AliasNode extends OffsetRange {
  readonly type: 'alias';
  readonly target: TreeNode;
}

/** A node that was read by itself: the offsets of `node` count from `from`, so it stays what it is when it moves. */
export interface PartNode extends OffsetRange {
  readonly type: 'part';
  readonly node: TreeNode;
}

/** A parsed file with source ranges: one form behind YAML and JSON. */
export type TreeNode = ScalarNode | ListNode | MapNode | AliasNode | PartNode;

/** Something wrong with a text itself. After a `fatal` one the value is not what the author meant. */
export interface SyntaxProblem {
  readonly code: string;
  /** May hold `{line}`: the line of `other`. */
  readonly message: string | Told;
  readonly range: OffsetRange;
  readonly other?: number;
  readonly fatal: boolean;
}

/** What a reader of one format gives. */
export interface ParsedText {
  readonly tree: TreeNode | undefined;
  readonly problems: readonly SyntaxProblem[];
  /** Whether something in it stands for what is written elsewhere in the text. */
  readonly anchors?: boolean;
}

/** The plain value, in the author's key order. */
export function valueOf(node: TreeNode | undefined): unknown {
  if (node === undefined) return undefined;
  switch (node.type) {
    case 'scalar':
      return node.value;
    case 'list':
      return node.items.map(valueOf);
    case 'map':
      return objectInOrder(node.entries.map((entry) => [entry.key, valueOf(entry.value)] as const));
    case 'alias':
      return valueOf(node.target);
    case 'part':
      return valueOf(node.node);
  }
}

/** Whether a tree has more levels than this. Does not recurse: that is what a deep tree forbids. */
export function isDeeper(root: TreeNode | undefined, levels: number): boolean {
  let level: readonly TreeNode[] = root === undefined ? [] : [root];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > levels) return true;
    level = level.flatMap((node) => {
      if (node.type === 'list') return node.items;
      if (node.type === 'map') return node.entries.map((entry) => entry.value);
      if (node.type === 'part') return [node.node];
      return node.type === 'alias' ? [node.target] : [];
    });
  }
  return false;
}

/** A node, and what is to be added to its offsets and those of all below it. */
export interface Placed<T extends TreeNode = TreeNode> {
  readonly node: T;
  readonly base: number;
}

/** What stands at a node, behind the parts that hold it. */
export function placed(node: TreeNode, base = 0): Placed<Exclude<TreeNode, PartNode>> {
  return node.type === 'part' ? placed(node.node, base + node.from) : { node, base };
}

/** The range of a node, or of a key, in the file. */
export function rangeFrom({ from, to }: OffsetRange, base: number): OffsetRange {
  return { from: from + base, to: to + base };
}

/** Where a path leads: the deepest node that exists, the key that introduces it, and whether all of the path exists. */
export interface Found extends Placed<Exclude<TreeNode, PartNode>> {
  /** In the file. */
  readonly keyRange: OffsetRange | undefined;
  readonly whole: boolean;
}

/** Follows a path. It stops at an alias: what lies behind one is written elsewhere. */
export function find(root: TreeNode, path: ValuePath): Found {
  let found: Found = { ...placed(root), keyRange: undefined, whole: path.length === 0 };
  for (const [i, step] of path.entries()) {
    const { node, base } = found;
    const entry = node.type === 'map' ? node.entries.find((item) => item.key === String(step)) : undefined;
    const next = entry?.value ?? (node.type === 'list' ? node.items[Number(step)] : undefined);
    if (next === undefined) return { ...found, whole: false };
    const here = placed(next, base);
    found = {
      ...here,
      keyRange: entry === undefined ? undefined : rangeFrom(entry.keyRange, base),
      whole: i === path.length - 1 || here.node.type === 'alias',
    };
    if (here.node.type === 'alias') return found;
  }
  return found;
}

/** A finding for each key that a map holds twice. */
export function duplicateKeys(entries: readonly MapEntry[]): SyntaxProblem[] {
  const first = new Map<string, MapEntry>();
  const problems: SyntaxProblem[] = [];
  for (const entry of entries) {
    const before = first.get(entry.key);
    if (before === undefined) first.set(entry.key, entry);
    else
      problems.push({
        code: 'duplicate-key',
        message: `The key "${entry.key}" already stands on line {line}. Remove one of the two.`,
        range: entry.keyRange,
        other: before.keyRange.from,
        fatal: false,
      });
  }
  return problems;
}
