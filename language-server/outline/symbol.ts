import type { DocumentSymbol, SymbolKind } from 'vscode-languageserver';
import type { SourceDocument, ValuePath } from '../../engine/evalset/index.ts';
import { rangeOf } from '../convert.ts';

/** Makes symbols of the places of a document. */
export type MakeSymbol = (
  at: ValuePath,
  kind: SymbolKind,
  name: string,
  detail?: string,
  children?: readonly DocumentSymbol[],
) => DocumentSymbol;

export function symbolMaker(document: SourceDocument): MakeSymbol {
  return (at, kind, name, detail = '', children = []) => {
    const value = document.locate(at);
    const key = document.locate(at, { what: 'key' });
    const whole = { from: Math.min(value.from, key.from), to: Math.max(value.to, key.to) };
    return {
      // Editors refuse a symbol without a name.
      name: name.trim() === '' ? '?' : name,
      detail,
      kind,
      range: rangeOf(document, whole),
      selectionRange: rangeOf(document, key),
      children: [...children],
    };
  };
}
