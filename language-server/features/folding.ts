import {
  FoldingRangeKind,
  type FoldingRange,
  type SelectionRange,
  type Position,
} from 'vscode-languageserver';
import {
  find,
  Kept,
  nodeAt,
  placed,
  rangeFrom,
  type FileUnit,
  type SourceDocument,
  type TreeNode,
} from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { offsetOf, rangeOf } from '../convert.ts';
import { lineEndOf } from '../fixes/layout.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { unitsIn } from '../units.ts';

/** Folds cards, turns, long texts, maps and lists, and comments. Widens a selection from a word to what holds it. */
export const folding: Feature = {
  capabilities: () => ({ foldingRangeProvider: true, selectionRangeProvider: true }),
  register({ connection, project, answer }) {
    // Folds of a part, as long as the part stays as it is: an edit in a list of thousands folds one anew.
    const kept = new Kept<readonly Fold[]>();
    connection.onFoldingRanges(
      answer(
        'folding',
        async ({ textDocument }) => foldsOf(await project.file(textDocument.uri), kept),
        () => [],
      ),
    );
    connection.onSelectionRanges(
      answer(
        'selection ranges',
        async ({ textDocument, positions }) => {
          const file = await project.file(textDocument.uri);
          return file?.ours === true ? positions.map((position) => selectionAt(file, position)) : null;
        },
        () => null,
      ),
    );
  },
};

/** A fold in a part's document. */
export interface Fold {
  readonly from: number;
  readonly to: number;
  readonly comment: boolean;
}

export function foldsOf(file: AuthorFile | null, kept: Kept<readonly Fold[]>): FoldingRange[] {
  if (file?.ours !== true) return [];
  const { loaded } = file;
  const { document } = loaded;
  const folds: FoldingRange[] = [];
  const add = (line: number, { from, to, comment }: Fold): void =>
    void folds.push({
      startLine: from + line,
      endLine: to + line,
      ...(comment ? { kind: FoldingRangeKind.Comment } : {}),
    });
  for (const { unit, line } of unitsIn(loaded)) {
    for (const fold of kept.of(unit.document, () => foldsIn(unit))) add(line, fold);
  }
  // What holds the parts: sections of a world, the list of a file.
  if (loaded.units.some(({ at }) => at.length > 0))
    for (const fold of holders(document, loaded.units)) add(0, fold);
  for (const fold of comments(document)) add(0, fold);
  return folds;
}

function foldsIn({ document, inside }: FileUnit): Fold[] {
  const folds: Fold[] = [];
  if (document.tree === undefined) return folds;
  const { node, base, keyRange } = find(document.tree, inside);
  collect(document, node, base, keyRange?.from ?? base + node.from, folds);
  return folds;
}

/** `start`: where what introduces the node begins. */
function collect(document: SourceDocument, node: TreeNode, base: number, start: number, folds: Fold[]): void {
  const here = placed(node, base);
  const from = document.positionAt(start).line;
  const to = lastLine(document, start, here.base + here.node.to);
  if (to > from) folds.push({ from, to, comment: false });
  if (here.node.type === 'map')
    for (const { keyRange, value } of here.node.entries)
      collect(document, value, here.base, here.base + keyRange.from, folds);
  if (here.node.type === 'list')
    for (const item of here.node.items) {
      const inside = placed(item, here.base);
      collect(document, item, here.base, inside.base + inside.node.from, folds);
    }
}

function lastLine(document: SourceDocument, from: number, to: number): number {
  const { line } = document.positionAt(lineEndOf(document, from, to));
  return line;
}

function holders(document: SourceDocument, units: readonly FileUnit[]): Fold[] {
  const seen = new Set<string>();
  const folds: Fold[] = [];
  for (const { at } of units)
    for (let length = at.length - 1; length > 0; length--) {
      const path = at.slice(0, length);
      const key = JSON.stringify(path);
      if (seen.has(key)) break;
      seen.add(key);
      const value = document.locate(path);
      const from = document.positionAt(document.locate(path, { what: 'key' }).from).line;
      const to = lastLine(document, value.from, value.to);
      if (to > from) folds.push({ from, to, comment: false });
    }
  return folds;
}

/** Runs of lines that are comments. What looks like one inside a text folds with it. */
function comments({ text, format }: SourceDocument): Fold[] {
  const folds: Fold[] = [];
  if (format === 'json') return folds;
  const run = /^[ \t]*#[^\n]*\n(?:[ \t]*#[^\n]*(?:\n|$))+/gm;
  let line = 0;
  let at = 0;
  for (const { 0: found, index } of text.matchAll(run)) {
    for (; at < index; at++) if (text.charCodeAt(at) === 10) line += 1;
    const lines = found.trimEnd().split('\n').length;
    folds.push({ from: line, to: line + lines - 1, comment: true });
  }
  return folds;
}

/** From what stands at a position outwards. */
export function selectionAt({ loaded }: AuthorFile, position: Position): SelectionRange {
  const { document } = loaded;
  const { tree } = document;
  const nothing: SelectionRange = { range: { start: position, end: position } };
  const at = nodeAt(tree, offsetOf(document, position));
  if (tree === undefined || at === null) return nothing;
  let selection: SelectionRange | undefined;
  const widen = (from: number, to: number): void => {
    const range = rangeOf(document, { from, to });
    selection = { range, ...(selection === undefined ? {} : { parent: selection }) };
  };
  for (let length = 0; length <= at.path.length; length++) {
    const { node, base, keyRange } = find(tree, at.path.slice(0, length));
    const { from, to } = rangeFrom(node, base);
    // An entry with its key, then its value.
    if (keyRange !== undefined) widen(keyRange.from, Math.max(to, keyRange.to));
    if (at.what === 'value' || length < at.path.length) widen(from, to);
  }
  if (at.what === 'key') widen(at.range.from, at.range.to);
  return selection ?? nothing;
}
