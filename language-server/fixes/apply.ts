import type { TextEdit } from 'vscode-languageserver';
import type { SourceDocument } from '../../engine/evalset/index.ts';

/** A document's text after edits that do not overlap. */
export function applyEdits(document: SourceDocument, edits: readonly TextEdit[]): string {
  const found = edits.map(({ range, newText }) => ({
    from: document.offsetAt(range.start),
    to: document.offsetAt(range.end),
    newText,
  }));
  return found
    .sort((a, b) => b.from - a.from)
    .reduce((text, { from, to, newText }) => text.slice(0, from) + newText + text.slice(to), document.text);
}
