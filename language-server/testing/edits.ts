import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver-protocol';
import { LineIndex } from '../../engine/evalset/lines.ts';
import { pathOf } from '../project/uris.ts';

/** A text after edits that do not overlap. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const lines = new LineIndex(text);
  const found = edits.map(({ range, newText }) => ({
    from: lines.offsetAt(range.start),
    to: lines.offsetAt(range.end),
    newText,
  }));
  let result = text;
  for (const { from, to, newText } of found.sort((a, b) => b.from - a.from || b.to - a.to))
    result = result.slice(0, from) + newText + result.slice(to);
  return result;
}

/** The files that an edit changes or makes, as they are after it. */
export function applied(edit: WorkspaceEdit | null, texts: ReadonlyMap<string, string>): Map<string, string> {
  const found = new Map<string, string>();
  const change = (uri: string, edits: readonly TextEdit[]) => {
    const path = pathOf(uri) ?? uri;
    found.set(path, edited(found.get(path) ?? texts.get(path) ?? '', edits));
  };
  for (const [uri, edits] of Object.entries(edit?.changes ?? {})) change(uri, edits);
  for (const item of edit?.documentChanges ?? [])
    if ('textDocument' in item)
      change(
        item.textDocument.uri,
        item.edits.filter((one): one is TextEdit => 'newText' in one),
      );
  return found;
}
