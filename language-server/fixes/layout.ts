import { find, type SourceDocument, type ValuePath } from '../../engine/evalset/index.ts';

/** Whether a place stands inside brackets, where no block can be written. */
export function isInFlow({ format, text, tree }: SourceDocument, path: ValuePath): boolean {
  if (format === 'json') return true;
  if (tree === undefined) return false;
  return path.some((_, i) => {
    const { node, base } = find(tree, path.slice(0, i));
    return node.type !== 'scalar' && /[[{]/.test(text.charAt(base + node.from));
  });
}

/** The column of an offset. */
export const columnOf = ({ text }: SourceDocument, offset: number): number =>
  offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** The column of the key, or of the dash, that introduces a value. */
export function introducedAt(document: SourceDocument, path: ValuePath): number {
  if (document.tree === undefined) return 0;
  const { keyRange, node, base } = find(document.tree, path);
  if (keyRange !== undefined) return columnOf(document, keyRange.from);
  const dash = document.text.lastIndexOf('-', base + node.from - 1);
  return dash < 0 ? 0 : columnOf(document, dash);
}

/** The end of the line of what ends at an offset, white space and line ends behind it left out. */
export function lineEndOf({ text }: SourceDocument, from: number, to: number): number {
  let at = to;
  while (at > from && /\s/.test(text.charAt(at - 1))) at -= 1;
  const end = text.indexOf('\n', at);
  const line = end < 0 ? text.length : end;
  return text[line - 1] === '\r' ? line - 1 : line;
}

/** How this text ends its lines. */
export const lineBreak = ({ text }: SourceDocument): string =>
  /\r\n/.test(text.slice(0, 4000)) ? '\r\n' : '\n';
