import type { OffsetRange, ValuePath } from './model.ts';
import { placed, rangeFrom, type TreeNode } from './tree.ts';

/** The place under an offset: a key, or the deepest value around it. */
export interface NodeAt {
  readonly path: ValuePath;
  readonly what: 'key' | 'value';
  /** Of the key as written, or of the value. */
  readonly range: OffsetRange;
  /** The value there; for a key, the value that it introduces. Its offsets are those of the part that it was read in. */
  readonly node: TreeNode;
}

/** What stands at an offset, null when nothing does. The end of a key or value still counts as inside. */
export function nodeAt(tree: TreeNode | undefined, offset: number): NodeAt | null {
  const covers = ({ from, to }: OffsetRange, base: number) => base + from <= offset && offset <= base + to;
  if (tree === undefined) return null;
  let at = placed(tree);
  let path: ValuePath = [];
  if (!covers(at.node, at.base)) return null;
  for (;;) {
    const { node, base } = at;
    const below = (value: TreeNode) => {
      const inside = placed(value, base);
      return inside.node.to > inside.node.from && covers(inside.node, inside.base) ? inside : undefined;
    };
    if (node.type === 'map') {
      const key = node.entries.find((entry) => covers(entry.keyRange, base));
      if (key !== undefined)
        return {
          path: [...path, key.key],
          what: 'key',
          range: rangeFrom(key.keyRange, base),
          node: placed(key.value, base).node,
        };
      const entry = node.entries.find(({ value }) => below(value) !== undefined);
      const inside = entry === undefined ? undefined : below(entry.value);
      if (entry !== undefined && inside !== undefined) {
        at = inside;
        path = [...path, entry.key];
        continue;
      }
    } else if (node.type === 'list') {
      const i = node.items.findIndex((item) => below(item) !== undefined);
      const item = node.items[i];
      const inside = item === undefined ? undefined : below(item);
      if (inside !== undefined) {
        at = inside;
        path = [...path, i];
        continue;
      }
    }
    return { path, what: 'value', range: rangeFrom(node, base), node };
  }
}
