import { TextEdit } from 'vscode-languageserver';
import {
  find,
  rangeFrom,
  readSource,
  Text,
  valueAt,
  type OffsetRange,
  type SourceDocument,
  type ValuePath,
} from '../../engine/evalset/index.ts';
import { rangeOf } from '../convert.ts';
import { introducedAt, isInFlow, lineBreak } from './layout.ts';

interface Change {
  readonly range: OffsetRange;
  readonly put: string;
}

/**
 * The edit by which a text gets other characters in place of a span, and nothing else of the file changes. What the edit
 * makes is read again; where the changed characters cannot be written in their place, the whole text is written anew.
 * Null where the text is not written here (an alias), or cannot be written at all.
 */
export function rewrite(
  document: SourceDocument,
  at: ValuePath,
  span: OffsetRange,
  put: string,
): TextEdit | null {
  if (document.tree === undefined) return null;
  const { node, base, whole } = find(document.tree, at);
  if (!whole || node.type !== 'scalar' || typeof node.value !== 'string') return null;
  const { value } = node;
  const wanted = value.slice(0, span.from) + put + value.slice(span.to);
  const range = rangeFrom(node, base);
  const changes = [
    node.style === 'literal'
      ? inBlock(document, at, value, span, put)
      : inLine(node.style, value === '' ? between(range) : document.locate(at, { span }), put),
    ...anew(document, at, range, wanted, node.style === 'double'),
  ];
  const good = changes.find((change) => change !== null && reads(document, at, change, wanted));
  return good == null ? null : TextEdit.replace(rangeOf(document, good.range), good.put);
}

/** Between the quotes of an empty text. */
const between = ({ from }: OffsetRange): OffsetRange => ({ from: from + 1, to: from + 1 });

function inLine(style: string, range: OffsetRange, put: string): Change {
  if (style === 'json' || style === 'double') return { range, put: JSON.stringify(put).slice(1, -1) };
  return { range, put: style === 'single' ? put.replaceAll("'", "''") : put };
}

/** In a block whole lines are written: an empty one has no indentation. */
function inBlock(
  document: SourceDocument,
  at: ValuePath,
  value: string,
  span: OffsetRange,
  put: string,
): Change | null {
  const content = value.search(/[^\n]/);
  if (content < 0) return null;
  const column = document.positionAt(
    document.locate(at, { span: { from: content, to: content + 1 } }).from,
  ).character;
  const from = span.from === 0 ? 0 : value.lastIndexOf('\n', span.from - 1) + 1;
  const end = value.indexOf('\n', span.to);
  const to = end < 0 ? value.length : end;
  const lines = (value.slice(from, span.from) + put + value.slice(span.to, to)).split('\n');
  const source = document.locate(at, { span: { from, to } });
  const start = source.from - document.positionAt(source.from).character;
  return {
    range: { from: start, to: source.to },
    put: lines.map((line) => (line === '' ? '' : ' '.repeat(column) + line)).join(lineBreak(document)),
  };
}

/** The whole text as a block, or in double quotes, which hold every character. */
function anew(
  document: SourceDocument,
  at: ValuePath,
  range: OffsetRange,
  wanted: string,
  quotes: boolean,
): Change[] {
  const quoted = { range, put: JSON.stringify(wanted) };
  if (
    quotes ||
    document.format === 'json' ||
    isInFlow(document, at) ||
    wanted === '' ||
    /^\s|\r/.test(wanted)
  )
    return [quoted];
  const indent = ' '.repeat(introducedAt(document, at) + 2);
  const lines = wanted.split('\n').map((line) => (line === '' ? '' : indent + line));
  return [{ range, put: ['|-', ...lines].join(lineBreak(document)) }, quoted];
}

function reads(document: SourceDocument, at: ValuePath, { range, put }: Change, wanted: string): boolean {
  const text = Text.of(document.text).with(range.from, range.to, put);
  const now = readSource(document.path, text, document);
  return now.problems.length <= document.problems.length && valueAt(now.value, at) === wanted;
}
