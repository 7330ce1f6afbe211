import { TextEdit } from 'vscode-languageserver';
import {
  find,
  plansAt,
  rangeFrom,
  type OffsetRange,
  type SourceDocument,
} from '../../engine/evalset/index.ts';
import { rangeOf } from '../convert.ts';
import { inPlace, type Broken, type Fix, type Fixer } from './fix.ts';
import { introducedAt, isInFlow, lineBreak } from './layout.ts';

/** A text that YAML eats is written as the author meant it: what was taken for a comment is part of it again. */
export const eaten: Fixer = (broken) => {
  const { loaded, at, words } = broken;
  const { document } = loaded;
  if (document.tree === undefined) return [];
  const { node, base, whole } = find(document.tree, at);
  if (!whole || node.type !== 'scalar') return [];
  const range = rangeFrom(node, base);
  const source = document.text.slice(range.from, range.to);
  const comment =
    /^[ \t]+#[^\r\n]*/.exec(document.text.slice(range.to, range.to + 4000))?.[0].trimEnd() ?? '';
  const edit = (part: OffsetRange, text: string): TextEdit[] => [
    TextEdit.replace(rangeOf(document, part), text),
  ];
  switch (node.style) {
    case 'plain':
      return rewritten(broken, { from: range.from, to: range.to + comment.length });
    case 'folded':
    case 'literal': {
      const header = /^[|>][-+0-9]*/.exec(source)?.[0] ?? '';
      const behind = /^[ \t]+#[^\r\n]*/.exec(source.slice(header.length))?.[0] ?? '';
      const strip = `|${header.replace(/[^0-9]/g, '')}-`;
      if (node.style === 'literal' && behind !== '') return withComment(broken, range, header, behind);
      return [
        inPlace(
          broken,
          words.fixes.strip,
          true,
          edit({ from: range.from, to: range.from + header.length }, strip),
        ),
      ];
    }
    default: {
      if (comment === '') return [];
      const put =
        node.style === 'single' ? comment.replaceAll("'", "''") : JSON.stringify(comment).slice(1, -1);
      const whole = { from: range.from, to: range.to + comment.length };
      return [
        inPlace(
          broken,
          words.fixes.commentIn,
          false,
          edit(whole, source.slice(0, -1) + put + source.slice(-1)),
        ),
        inPlace(broken, words.fixes.commentOut, false, edit({ from: range.to, to: whole.to }, '')),
      ];
    }
  }
};

/** A text of which nothing was left: all of it was taken for a comment. */
export const eatenWhole: Fixer = (broken) => {
  const { loaded, at, finding } = broken;
  const { document, kind } = loaded;
  if (document.format !== 'yaml' || document.tree === undefined || kind === undefined) return [];
  if (finding.data?.kind === 'unquoted' || !plansAt(kind, at).some((plan) => plan.verbatim)) return [];
  const { node, keyRange, whole } = find(document.tree, at);
  if (!whole || node.type !== 'scalar' || node.value !== null || keyRange === undefined) return [];
  const match = /^\s*:[ \t]+(#[^\r\n]*)/.exec(document.text.slice(keyRange.to, keyRange.to + 4000));
  if (match === null) return [];
  const to = keyRange.to + match[0].length;
  return rewritten(broken, { from: to - (match[1] ?? '').length, to });
};

/** The characters of a range as a literal block, or in quotes. */
function rewritten(broken: Broken, range: OffsetRange): Fix[] {
  const { loaded, at, words } = broken;
  const { document } = loaded;
  const lines = document.text
    .slice(range.from, range.to)
    .split(/\r?\n/)
    .map((line) => line.trim());
  const edit = (text: string): TextEdit[] => [TextEdit.replace(rangeOf(document, range), text)];
  const quoted =
    lines.length === 1
      ? [edit(`'${(lines[0] ?? '').replaceAll("'", "''")}'`)]
      : isInFlow(document, at)
        ? [edit(JSON.stringify(lines.join('\n')))]
        : [];
  if (isInFlow(document, at)) return quoted.map((edits) => inPlace(broken, words.fixes.quote, true, edits));
  return [
    inPlace(broken, words.fixes.block, true, edit(blockOf(document, lines, introducedAt(document, at) + 2))),
    ...quoted.map((edits) => inPlace(broken, words.fixes.quote, false, edits)),
  ];
}

function blockOf(document: SourceDocument, lines: readonly string[], column: number): string {
  const feed = lineBreak(document);
  const indent = ' '.repeat(column);
  return ['|-', ...lines.map((line) => (line === '' ? '' : indent + line))].join(feed);
}

/** A comment behind a block's header is a line of the text, or nothing. */
function withComment(broken: Broken, range: OffsetRange, header: string, comment: string): Fix[] {
  const { loaded, at, words } = broken;
  const { document } = loaded;
  const part = { from: range.from + header.length, to: range.from + header.length + comment.length };
  const line = document.text.slice(part.to, range.to);
  const indent = /^\r?\n( +)\S/.exec(line)?.[1] ?? ' '.repeat(introducedAt(document, at) + 2);
  const edit = (text: string): TextEdit[] => [TextEdit.replace(rangeOf(document, part), text)];
  return [
    inPlace(broken, words.fixes.commentIn, false, edit(`${lineBreak(document)}${indent}${comment.trim()}`)),
    inPlace(broken, words.fixes.commentOut, false, edit('')),
  ];
}
