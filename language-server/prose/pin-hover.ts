import { MarkupKind, type Hover, type Position } from 'vscode-languageserver';
import { codePoint, nameOf, pathIn, valueAt } from '../../engine/evalset/index.ts';
import { holds } from '../keys/occurrences.ts';
import type { AuthorFile } from '../project/author-file.ts';

/** The lines of a text that differ from the pinned one, both ways, where the difference is pointed at. */
export function pinHover({ findings, loaded }: AuthorFile, position: Position): Hover | null {
  for (const { data, range, pointer } of findings) {
    if (data?.kind !== 'pin' || data.text === undefined || !holds(range, position)) continue;
    const { value } = loaded.document;
    const now = valueAt(value, pathIn(value, pointer));
    if (typeof now !== 'string') continue;
    const lines = differentLines(data.text, now);
    // A fence that no line of it can end.
    const fence = '`'.repeat(1 + Math.max(2, ...lines.map((line) => longestRun(line))));
    return {
      contents: { kind: MarkupKind.Markdown, value: [`${fence}diff`, ...lines, fence].join('\n') },
      range,
    };
  }
  return null;
}

const MOST_LINES = 12;

function differentLines(pinned: string, now: string): string[] {
  const [before, after] = [pinned.split('\n'), now.split('\n')];
  let head = 0;
  while (head < Math.min(before.length, after.length) && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, after.length) - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const part = (sign: string, lines: readonly string[]): string[] => {
    const own = lines.slice(head, lines.length - tail);
    const shown = own.slice(0, MOST_LINES).map((line) => sign + visible(line));
    return own.length > MOST_LINES ? [...shown, `${sign}…`] : shown;
  };
  return [...part('-', before), ...part('+', after)];
}

/** What cannot be seen stands as its code point. */
const visible = (line: string): string =>
  Array.from(line)
    .map((character) => {
      const code = character.codePointAt(0) ?? 0;
      const plain = code === 0x20 || code === 0x3000 || code === 0x09 || nameOf(code) === undefined;
      return plain ? character : `[${codePoint(code)}]`;
    })
    .join('');

const longestRun = (line: string): number =>
  Math.max(0, ...[...line.matchAll(/`+/g)].map(([run]) => run.length));
