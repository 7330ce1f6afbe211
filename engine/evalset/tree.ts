import { objectInOrder } from './key-order.ts';
import type { OffsetRange, ValuePath } from './model.ts';

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

/** A parsed file with source ranges: one form behind YAML and JSON. */
export type TreeNode = ScalarNode | ListNode | MapNode | AliasNode;

/** Something wrong with a text itself. After a `fatal` one the value is not what the author meant. */
export interface SyntaxProblem {
  readonly code: string;
  readonly message: string;
  readonly range: OffsetRange;
  readonly fatal: boolean;
}

/** What a reader of one format gives. */
export interface ParsedText {
  readonly tree: TreeNode | undefined;
  readonly problems: readonly SyntaxProblem[];
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
      return node.type === 'alias' ? [node.target] : [];
    });
  }
  return false;
}

/** Where a path leads: the deepest node that exists, the entry that introduces it, and whether all of the path exists. */
export interface Found {
  readonly node: TreeNode;
  readonly entry: MapEntry | undefined;
  readonly parent: TreeNode | undefined;
  readonly whole: boolean;
}

/** Follows a path. It stops at an alias: what lies behind one is written elsewhere. */
export function find(root: TreeNode, path: ValuePath): Found {
  let found: Found = { node: root, entry: undefined, parent: undefined, whole: path.length === 0 };
  for (const [i, step] of path.entries()) {
    const { node } = found;
    const entry = node.type === 'map' ? node.entries.find((item) => item.key === String(step)) : undefined;
    const next = entry?.value ?? (node.type === 'list' ? node.items[Number(step)] : undefined);
    if (next === undefined) return { ...found, whole: false };
    found = { node: next, entry, parent: node, whole: i === path.length - 1 || next.type === 'alias' };
    if (next.type === 'alias') return found;
  }
  return found;
}

/** A finding for each key that a map holds twice. */
export function duplicateKeys(
  entries: readonly MapEntry[],
  lineOf: (offset: number) => number,
): SyntaxProblem[] {
  const first = new Map<string, MapEntry>();
  const problems: SyntaxProblem[] = [];
  for (const entry of entries) {
    const before = first.get(entry.key);
    if (before === undefined) first.set(entry.key, entry);
    else
      problems.push({
        code: 'duplicate-key',
        message: `The key "${entry.key}" already stands on line ${lineOf(before.keyRange.from) + 1}. Remove one of the two.`,
        range: entry.keyRange,
        fatal: false,
      });
  }
  return problems;
}
