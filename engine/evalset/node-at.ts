import type { OffsetRange, ValuePath } from './model.ts';
import type { TreeNode } from './tree.ts';

/** The place under an offset: a key, or the deepest value around it. */
export interface NodeAt {
  readonly path: ValuePath;
  readonly what: 'key' | 'value';
  /** Of the key as written, or of the value. */
  readonly range: OffsetRange;
  /** The value there; for a key, the value that it introduces. */
  readonly node: TreeNode;
}

/** What stands at an offset, null when nothing does. The end of a key or value still counts as inside. */
export function nodeAt(tree: TreeNode | undefined, offset: number): NodeAt | null {
  const covers = ({ from, to }: OffsetRange) => from <= offset && offset <= to;
  if (tree === undefined || !covers(tree)) return null;
  let at: { node: TreeNode; path: ValuePath } = { node: tree, path: [] };
  for (;;) {
    const { node, path } = at;
    if (node.type === 'map') {
      const key = node.entries.find((entry) => covers(entry.keyRange));
      if (key !== undefined)
        return { path: [...path, key.key], what: 'key', range: key.keyRange, node: key.value };
      const entry = node.entries.find(({ value }) => value.to > value.from && covers(value));
      if (entry !== undefined) {
        at = { node: entry.value, path: [...path, entry.key] };
        continue;
      }
    } else if (node.type === 'list') {
      const i = node.items.findIndex((item) => item.to > item.from && covers(item));
      const item = node.items[i];
      if (item !== undefined) {
        at = { node: item, path: [...path, i] };
        continue;
      }
    }
    return { path, what: 'value', range: { from: node.from, to: node.to }, node };
  }
}
