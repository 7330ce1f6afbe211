import * as vscode from 'vscode';

/** A range as the language server sends it. */
export interface PlainRange {
  readonly start: { readonly line: number; readonly character: number };
  readonly end: { readonly line: number; readonly character: number };
}

export function toRange({ start, end }: PlainRange): vscode.Range {
  return new vscode.Range(start.line, start.character, end.line, end.character);
}
