import type { OffsetRange } from '../model.ts';
import { parseJson } from '../json-source.ts';
import type { MapEntry, ParsedText } from '../tree.ts';
import type { Text } from './text.ts';
import { parseYaml } from '../yaml-source.ts';

export type Format = 'yaml' | 'json';

/** So far from the beginning the first child is looked for; a text with more before it is read whole. */
const HEAD = 16_384;

/**
 * Where a list or map of a text has its children, when each begins on a line of its own. Lines can be told apart without
 * reading what stands before them: JSON's texts never go over a line end, and in YAML nothing that belongs to a child
 * stands as far left as the child does.
 */
export interface Frame {
  readonly format: Format;
  readonly type: 'list' | 'map';
  /** Column of the children's first characters. */
  readonly indent: number;
  /** Whole lines that hold the children. What stands before and behind only opens and closes. */
  readonly body: OffsetRange;
  /** The list or map itself, where its own signs tell; in YAML its children do. */
  readonly node: OffsetRange | null;
  /** What introduces it, when it is the value of a key. */
  readonly entry: Pick<MapEntry, 'key' | 'keyRange'> | null;
}

/** The frame of a whole text; null when it has to be read as one. */
export function rootFrame(text: Text, format: Format): Frame | null {
  if (format === 'json') return jsonFrame(text, /^\s*[[{][ \t]*\r?\n/, () => null);
  const head = text.slice(0, HEAD);
  const first = contentLine(head, 0);
  if (first === null) return null;
  const type = isItem(head, first.at) ? 'list' : 'map';
  return {
    format,
    type,
    indent: first.indent,
    body: { from: 0, to: text.length },
    node: null,
    entry: null,
  };
}

/** The frame of one child of another frame, when that is a list or map again whose children stand on lines of their own. */
export function childFrame(text: Text, above: Frame): Frame | null {
  if (above.format === 'json')
    return above.type === 'list'
      ? jsonFrame(text, /^[ \t]*[[{][ \t]*\r?\n/, () => null)
      : jsonFrame(text, /^[ \t]*"(?:[^"\\\r\n]|\\.)*"[ \t]*:[ \t]*[[{][ \t]*\r?\n/, (head) =>
          entryOf(parseJson(`{${head.replace(/[[{]\s*$/, 'null')}}`), -1),
        );
  if (above.type !== 'map') return null;
  const start = text.slice(0, HEAD);
  // Comments before the first key belong to its block.
  const head = /^(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*[^\s#][^\n]*:[ \t]*(?:#[^\n]*)?\r?\n/.exec(start)?.[0];
  const first = head === undefined ? null : contentLine(start, head.length);
  if (head === undefined || first === null) return null;
  const item = isItem(start, first.at);
  if (first.indent < above.indent || (first.indent === above.indent && !item)) return null;
  const entry = entryOf(parseYaml(head), 0);
  if (entry === null) return null;
  return {
    format: 'yaml',
    type: item ? 'list' : 'map',
    indent: first.indent,
    body: { from: head.length, to: text.length },
    node: null,
    entry,
  };
}

/** The key of a text that holds one key without a value. */
function entryOf({ tree, problems }: ParsedText, shift: number): Frame['entry'] {
  const [entry, ...others] = tree?.type === 'map' ? tree.entries : [];
  if (entry === undefined || others.length > 0 || problems.length > 0) return null;
  if (entry.value.type !== 'scalar' || entry.value.value !== null) return null;
  const { key, keyRange } = entry;
  return { key, keyRange: { from: keyRange.from + shift, to: keyRange.to + shift } };
}

function jsonFrame(text: Text, opening: RegExp, entryOfHead: (head: string) => Frame['entry']): Frame | null {
  const beginning = text.slice(0, HEAD);
  const head = opening.exec(beginning)?.[0];
  if (head === undefined) return null;
  const open = head.trimEnd().length - 1;
  const list = beginning[open] === '[';
  const entry = entryOfHead(head);
  const foot = /\n([ \t]*)([\]}])[ \t]*,?\s*$/.exec(text.slice(Math.max(0, text.length - 200)));
  if (foot === null || (foot[2] === ']') !== list || (entry === null) !== (head.trim().length === 1))
    return null;
  const first = contentLine(beginning, head.length);
  const to = text.length - foot[0].length + 1;
  if (first === null || first.at >= to || (foot[1] ?? '').length >= first.indent) return null;
  const close = to + (foot[1] ?? '').length;
  return {
    format: 'json',
    type: list ? 'list' : 'map',
    indent: first.indent,
    body: { from: head.length, to },
    node: { from: open, to: close + 1 },
    entry,
  };
}

/** Whether the children of a frame begin at this line, which stands at their column. Null: this is no such text. */
export function beginsChild(text: string, at: number, { format, type, indent }: Frame): boolean | null {
  const first = text[at];
  if (format === 'json') return first !== ']' && first !== '}';
  if (first === '#') return false;
  if (indent === 0 && /^(?:---|\.\.\.|%)/.test(text.slice(at, at + 3))) return null;
  if (type === 'list') return isItem(text, at);
  if (isItem(text, at)) return false;
  // Keys that are written in another way than `key:` are left to the whole text's reader.
  if (first === '?' || first === '{' || first === '[' || first === '&' || first === '*' || first === '!')
    return null;
  const end = text.indexOf('\n', at);
  return /:(?:[ \t\r]|$)/.test(text.slice(at, end < 0 ? text.length : end));
}

function isItem(text: string, at: number): boolean {
  if (text[at] !== '-') return false;
  const next = text[at + 1];
  return next === undefined || next === ' ' || next === '\t' || next === '\r' || next === '\n';
}

/** The first line from `from` on that is neither empty nor a comment: where it begins to say something. */
function contentLine(text: string, from: number): { at: number; indent: number } | null {
  for (let line = from; line < text.length;) {
    const indent = indentOf(text, line);
    const first = text[line + indent];
    const end = text.indexOf('\n', line);
    if (first !== undefined && first !== '#' && !isBlank(first)) return { at: line + indent, indent };
    if (end < 0) return null;
    line = end + 1;
  }
  return null;
}

/** Leading white space of a line: spaces, and in JSON tabs, which YAML does not allow there. */
export function indentOf(text: string, line: number): number {
  let at = line;
  while (text.charCodeAt(at) === 32 || text.charCodeAt(at) === 9) at += 1;
  return at - line;
}

export const isBlank = (char: string): boolean => char === '\n' || char === '\r';
