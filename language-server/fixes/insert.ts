import { TextEdit } from 'vscode-languageserver';
import { stringify } from 'yaml';
import {
  find,
  placed,
  type SourceDocument,
  type TreeNode,
  type ValuePath,
} from '../../engine/evalset/index.ts';
import { columnOf, isInFlow, lineBreak, lineEndOf } from './layout.ts';

/**
 * Enters a value at a path whose last step is a key, with the maps above it that are missing. Null when something else
 * stands in the way, or the file cannot be read.
 */
export function insertAt(document: SourceDocument, path: ValuePath, value: unknown): TextEdit | null {
  const { tree, text } = document;
  if (tree === undefined)
    return text.trim() === '' && document.format === 'yaml'
      ? TextEdit.insert(document.positionAt(text.length), stringify(nested(path, value), { lineWidth: 0 }))
      : null;
  for (let length = path.length - 1; length >= 0; length--) {
    const found = find(tree, path.slice(0, length));
    if (!found.whole) continue;
    const [key, ...rest] = path.slice(length);
    if (typeof key !== 'string') return null;
    const inside = nested(rest, value);
    const { node, base, keyRange } = found;
    if (
      node.type === 'scalar' &&
      node.value === null &&
      keyRange !== undefined &&
      document.format === 'yaml'
    ) {
      const at = lineEndOf(document, keyRange.from, keyRange.to);
      return block(document, at, columnOf(document, keyRange.from) + 2, key, inside);
    }
    if (node.type !== 'map') return null;
    const last = node.entries.at(-1);
    const flow = isInFlow(document, path.slice(0, length)) || /[{]/.test(text.charAt(base + node.from));
    if (flow) return flowEntry(document, node, base, key, inside);
    if (last === undefined) return null;
    const from = base + last.keyRange.from;
    const end = placed(last.value, base);
    const at = lineEndOf(
      document,
      base + last.keyRange.to,
      Math.max(end.base + end.node.to, base + last.keyRange.to),
    );
    return block(document, at, columnOf(document, from), key, inside);
  }
  return null;
}

function block(document: SourceDocument, at: number, column: number, key: string, value: unknown): TextEdit {
  const feed = lineBreak(document);
  const lines = stringify({ [key]: value }, { lineWidth: 0 })
    .trimEnd()
    .split('\n');
  return TextEdit.insert(
    document.positionAt(at),
    lines.map((line) => `${feed}${' '.repeat(column)}${line}`).join(''),
  );
}

function flowEntry(
  document: SourceDocument,
  node: Extract<TreeNode, { type: 'map' }>,
  base: number,
  key: string,
  value: unknown,
): TextEdit {
  const { format, text } = document;
  const entry =
    format === 'json'
      ? `${JSON.stringify(key)}: ${JSON.stringify(value)}`
      : stringify({ [key]: value }, { lineWidth: 0, collectionStyle: 'flow' })
          .trim()
          .replace(/^\{\s*|\s*\}$/g, '');
  const last = node.entries.at(-1);
  if (last === undefined) {
    const range = { start: document.positionAt(base + node.from), end: document.positionAt(base + node.to) };
    return TextEdit.replace(range, `{ ${entry} }`);
  }
  const end = placed(last.value, base);
  const at = end.base + end.node.to;
  const lines = text.slice(base + node.from, at).includes('\n');
  const lead = lines
    ? `,${lineBreak(document)}${' '.repeat(columnOf(document, base + last.keyRange.from))}`
    : ', ';
  return TextEdit.insert(document.positionAt(at), lead + entry);
}

const nested = (path: ValuePath, value: unknown): unknown =>
  path.reduceRight<unknown>((inside, step) => ({ [step]: inside }), value);
