import { SegmentList, type Segment } from './offset-segments.ts';
import type { ScalarStyle } from './tree.ts';

/** Segments of a scalar that is no block: JSON, double and single quoted, plain. */
export function flowSegments(source: string, style: ScalarStyle): readonly Segment[] {
  const list = new SegmentList();
  if (style === 'json' || style === 'double') escapes(source, style, list);
  else if (style === 'single')
    lines(source, 1, source.endsWith("'") ? source.length - 1 : source.length, true, list);
  else lines(source, 0, source.length, false, list);
  return list.segments;
}

/** Length of the decoded escape by its letter, where it is not one unit. */
const HEX: Readonly<Record<string, number>> = { x: 2, u: 4, U: 8 };

function escapes(source: string, style: 'json' | 'double', list: SegmentList): void {
  const end = source.endsWith('"') && source.length > 1 ? source.length - 1 : source.length;
  let i = 1;
  while (i < end) {
    const ch = source.charAt(i);
    if (ch === '\\') i = oneEscape(source, i, style, list);
    else if (style === 'double' && /[ \t\r\n]/.test(ch)) i = white(source, i, end, list);
    else {
      list.same(i, i + 1);
      i += 1;
    }
  }
}

function oneEscape(source: string, at: number, style: 'json' | 'double', list: SegmentList): number {
  const letter = source.charAt(at + 1);
  const digits = HEX[letter];
  if (digits !== undefined && (style === 'double' || letter === 'u')) {
    const to = at + 2 + digits;
    const code = Number.parseInt(source.slice(at + 2, to), 16);
    list.written(at, to, code > 0xffff ? 2 : 1);
    return to;
  }
  const breakLength = /^\r?\n/.exec(source.slice(at + 1, at + 3))?.[0].length;
  if (style === 'double' && breakLength !== undefined) {
    // An escaped line end is nothing, and so is the indentation behind it.
    return at + 1 + breakLength + (/^[ \t]*/.exec(source.slice(at + 1 + breakLength))?.[0].length ?? 0);
  }
  list.written(at, at + 2, 1);
  return at + 2;
}

/** White space in a double quoted text: kept inside a line, folded around line ends. */
function white(source: string, at: number, end: number, list: SegmentList): number {
  let to = at;
  while (to < end && /[ \t\r\n]/.test(source.charAt(to))) {
    // A lone CR is a character of the text.
    if (source.charAt(to) === '\r' && source.charAt(to + 1) !== '\n') break;
    to += 1;
  }
  const run = source.slice(at, to);
  const feeds = run.split('\n').length - 1;
  if (to === at) {
    list.same(at, at + 1);
    return at + 1;
  }
  if (feeds === 0) list.same(at, to);
  else list.written(at, to, feeds === 1 ? 1 : feeds - 1);
  return to;
}

/** Single quoted and plain texts: lines are trimmed and folded; `''` is a quote in the former. */
function lines(source: string, from: number, end: number, quoted: boolean, list: SegmentList): void {
  const folds = /[ \t]*\r?\n(?:[ \t]*\r?\n)*[ \t]*/g;
  folds.lastIndex = from;
  let at = from;
  for (let fold = folds.exec(source); fold !== null && fold.index < end; fold = folds.exec(source)) {
    content(source, at, fold.index, quoted, list);
    at = fold.index + fold[0].length;
    const feeds = fold[0].split('\n').length - 1;
    list.written(fold.index, at, feeds === 1 ? 1 : feeds - 1);
  }
  content(source, at, end, quoted, list);
}

function content(source: string, from: number, to: number, quoted: boolean, list: SegmentList): void {
  if (!quoted) {
    list.same(from, to);
    return;
  }
  let at = from;
  for (let quote = source.indexOf("''", at); quote >= 0 && quote < to; quote = source.indexOf("''", at)) {
    list.same(at, quote);
    list.written(quote, quote + 2, 1);
    at = quote + 2;
  }
  list.same(at, to);
}
