import path from 'node:path';
import { isScalar, parseDocument, visit, YAMLSeq, isSeq } from 'yaml';
import type { SourceDocument } from '../evalset/source.ts';
import { YAML_STYLE, yamlOf } from './yaml-text.ts';

/** Files of an evalset by what they are, in their order. */
export interface EvalsetParts {
  readonly cases: string[];
  readonly npcs: string[];
  readonly world: string[];
  readonly meta: string[];
  readonly checks: string[];
}

/**
 * The `evalset.yaml` that names the parts: the author's own with its comments, or a new one.
 * @param renamed new names of files by their old ones, both relative to the evalset
 */
export function evalsetText(
  head: SourceDocument | null,
  parts: EvalsetParts,
  renamed: ReadonlyMap<string, string>,
  root: string,
): string {
  const single = (key: 'world' | 'meta' | 'checks') =>
    parts[key][0] === undefined ? {} : { [key]: parts[key][0] };
  if (head === null)
    return yamlOf('evalset', {
      name: path.basename(root),
      version: 'converted',
      cases: parts.cases,
      ...single('world'),
      ...(parts.npcs.length === 0 ? {} : { npcs: parts.npcs }),
      ...single('meta'),
      ...single('checks'),
    });
  const document = parseDocument(head.text, { version: '1.2', schema: 'core' });
  for (const key of ['cases', 'npcs'] as const) {
    const before = document.get(key, true);
    if (parts[key].length === 0 || !isSeq(before) || sameNames(before, parts[key])) continue;
    const list = new YAMLSeq();
    for (const name of parts[key]) list.add(document.createNode(name));
    if (before.commentBefore != null) list.commentBefore = before.commentBefore;
    if (before.comment != null) list.comment = before.comment;
    document.set(key, list);
  }
  for (const key of ['world', 'meta', 'checks'] as const) {
    const [name] = parts[key];
    const before = document.get(key, true);
    if (name === undefined) continue;
    if (isScalar(before)) before.value = name;
    else document.set(key, name);
  }
  // Further files that it names by their places: `deps`, say.
  visit(document, {
    Scalar: (key, node) => {
      const after =
        key !== 'key' && typeof node.value === 'string'
          ? renamed.get(path.posix.normalize(node.value))
          : undefined;
      if (after !== undefined) node.value = after;
    },
  });
  return document.toString(YAML_STYLE);
}

function sameNames(list: YAMLSeq, names: readonly string[]): boolean {
  return (
    list.items.length === names.length &&
    list.items.every(
      (item, i) =>
        isScalar(item) && typeof item.value === 'string' && path.posix.normalize(item.value) === names[i],
    )
  );
}
