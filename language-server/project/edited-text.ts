import type { TextDocumentContentChangeEvent } from 'vscode-languageserver';
import { Text } from '../../engine/evalset/index.ts';

/** An open document. A change costs what it changes, not the length of the text. */
export interface EditedText {
  readonly uri: string;
  readonly languageId: string;
  readonly version: number;
  readonly text: Text;
}

/** How open documents are made and changed; see TextDocuments. */
export const editedTexts = {
  create: (uri: string, languageId: string, version: number, content: string): EditedText => ({
    uri,
    languageId,
    version,
    text: Text.of(content),
  }),
  update: (
    { uri, languageId, text }: EditedText,
    changes: readonly TextDocumentContentChangeEvent[],
    version: number,
  ): EditedText => ({ uri, languageId, version, text: changes.reduce(changed, text) }),
};

function changed(text: Text, change: TextDocumentContentChangeEvent): Text {
  if (!('range' in change)) return Text.of(change.text);
  const { start, end } = change.range;
  const [a, b] = [text.offsetAt(start), text.offsetAt(end)];
  return text.with(Math.min(a, b), Math.max(a, b), change.text);
}
