/** A line of YAML, looked at by itself: `  - - key: value`. Offsets are those of the text. */
export interface YamlLine {
  readonly from: number;
  readonly to: number;
  /** Columns of its dashes. */
  readonly dashes: readonly number[];
  /** Where its content begins behind dashes; the end of the line when it has none. */
  readonly content: number;
  readonly column: number;
  /** The key, without quotes; undefined when it has none. */
  readonly key: string | undefined;
  /** Where the key ends, its quotes with it. */
  readonly keyTo: number;
  /** Where the value begins; the end of the line when there is none. */
  readonly value: number;
  readonly blank: boolean;
  readonly comment: boolean;
}

const KEY =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^']|'')*)'|([^\s"'[\]{},#&*!|>%@`-][^\n]*?|-[^\s][^\n]*?))[ \t]*:(?=[ \t\r]|$)/;

/** The line around an offset. */
export function lineAt(text: string, offset: number): YamlLine {
  const from = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  let to = end < 0 ? text.length : end;
  if (to > from && text[to - 1] === '\r') to -= 1;
  let at = from;
  const dashes: number[] = [];
  for (;;) {
    while (at < to && text[at] === ' ') at += 1;
    if (text[at] !== '-' || at >= to || !(at + 1 >= to || text[at + 1] === ' ')) break;
    dashes.push(at - from);
    at += 1;
  }
  const rest = text.slice(at, to);
  const match = KEY.exec(rest.slice(0, 400));
  const keyTo = at + (match === null ? 0 : match[0].length - 1);
  let value = match === null ? at : keyTo + 1;
  while (value < to && text[value] === ' ') value += 1;
  return {
    from,
    to,
    dashes,
    content: at,
    column: at - from,
    key: match === null ? undefined : (match[1] ?? match[2] ?? match[3]),
    keyTo,
    value,
    blank: rest.trim() === '' && dashes.length === 0,
    comment: rest.startsWith('#'),
  };
}

/** Leading spaces of the line at an offset, as far as they matter. */
export function indentAt(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) === 32) at += 1;
  return at - from;
}

/** The end of a line's word or quoted text, a comment left out. */
export function wordEnd(text: string, line: YamlLine): number {
  const rest = text.slice(line.value, line.to);
  const quoted = /^"(?:[^"\\]|\\.)*"|^'(?:[^']|'')*'/.exec(rest)?.[0];
  if (quoted !== undefined) return line.value + quoted.length;
  const comment = /^["']/.test(rest) ? -1 : rest.search(/\s#/);
  return line.value + (comment < 0 ? rest : rest.slice(0, comment)).trimEnd().length;
}

/** The header of a long text at a value: `|-`, `>2`, with a comment behind it or not. */
export const isBlockHeader = (value: string): boolean =>
  /^(?:[&!]\S+\s+)*[|>][-+0-9]{0,2}\s*(?:\s#.*)?$/.test(value);
