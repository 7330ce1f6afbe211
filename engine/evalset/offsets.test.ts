import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readSource } from './source.ts';

/** A way to write a text as the value of the key `text`, and to read a piece of what was written. */
interface Form {
  readonly name: string;
  readonly path: string;
  readonly write: (value: string, eol: string) => string;
  /** Whether the form can hold the text. */
  readonly holds: (value: string) => boolean;
  readonly decode: (piece: string) => string;
}

const unit = (ch: string): string => `\\u${ch.charCodeAt(0).toString(16).padStart(4, '0')}`;
const escaped = (value: string): string => JSON.stringify(value).replace(/[^ -~]/g, unit);
const INDENT = '    ';

const FORMS: readonly Form[] = [
  {
    name: 'a |- block',
    path: '/x.yaml',
    // A block cannot begin with a blank or an empty line without an indicator, nor end with a line end.
    holds: (value) => value !== '' && !/^[\s]|\n$|\n[ \t]/.test(value),
    write: (value, eol) =>
      `before: 1${eol}text: |-${eol}${value
        .split('\n')
        .map((line) => (line === '' ? '' : INDENT + line))
        .join(eol)}${eol}after: 2${eol}`,
    decode: (piece) => piece.replaceAll('\r\n', '\n').replaceAll(`\n${INDENT}`, '\n'),
  },
  {
    name: 'double quotes',
    path: '/x.yaml',
    holds: () => true,
    write: (value, eol) => `text: ${JSON.stringify(value)} # remark${eol}`,
    decode: (piece) => parse(`"${piece}"`) as string,
  },
  {
    name: 'double quotes, all escaped',
    path: '/x.yaml',
    // YAML escapes whole characters: \U0001F600, not two surrogates.
    holds: () => true,
    write: (value, eol) =>
      `text: "${Array.from(value)
        .map((ch) => `\\U${(ch.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}`)
        .join('')}"${eol}`,
    decode: (piece) => parse(`"${piece}"`) as string,
  },
  {
    name: 'single quotes',
    path: '/x.yaml',
    holds: (value) => !value.includes('\n'),
    write: (value, eol) => `text: '${value.replaceAll("'", "''")}'${eol}`,
    decode: (piece) => parse(`'${piece}'`) as string,
  },
  {
    name: 'JSON',
    path: '/x.json',
    holds: () => true,
    write: (value, eol) => `{${eol}  "text": ${JSON.stringify(value)}${eol}}`,
    decode: (piece) => JSON.parse(`"${piece}"`) as string,
  },
  {
    name: 'JSON, all \\u',
    path: '/x.json',
    holds: () => true,
    write: (value, eol) => `{${eol}  "text": ${escaped(value)}${eol}}`,
    decode: (piece) => JSON.parse(`"${piece}"`) as string,
  },
];

const CHARS = [
  'a',
  'Z',
  '0',
  ' ',
  '  ',
  '\n',
  '\n\n',
  "'",
  '"',
  '\\',
  '#',
  ' #',
  ': ',
  '- ',
  '{{D+2}}',
  '\t',
];
const WIDE = ['，', '群', '😀', '👩‍👧', 'é', '\u00a0', '\u3000'];
const texts = fc.array(fc.constantFrom(...CHARS, ...WIDE), { maxLength: 24 }).map((parts) => parts.join(''));

describe.each(FORMS)('a span of a text in $name', ({ path, write, holds, decode }) => {
  it.each([
    ['LF', '\n', ''],
    ['CRLF', '\r\n', ''],
    ['LF behind a byte order mark', '\n', '\uFEFF'],
    ['CRLF behind a byte order mark', '\r\n', '\uFEFF'],
  ])('maps to the source that decodes to it: %s', (_, eol, mark) => {
    fc.assert(
      fc.property(texts.filter(holds), fc.nat(), fc.nat(), (value, first, second) => {
        const file = readSource(path, mark + write(value, eol));
        expect(file.problems).toEqual([]);
        expect((file.value as { text: string }).text).toBe(value);
        // Spans of whole characters: half of one has no source of its own.
        const edges = [0];
        for (const ch of value) edges.push((edges.at(-1) ?? 0) + ch.length);
        const [a = 0, b = 0] = [first, second].map((n) => n % edges.length).sort((x, y) => x - y);
        const [from = 0, to = 0] = [edges[a], edges[b]];
        const range = file.locate(['text'], { span: { from, to } });
        expect(decode(file.text.slice(range.from, range.to))).toBe(value.slice(from, to));
      }),
      { numRuns: 150 },
    );
  });
});

it('maps a piece in a file with a byte order mark and CRLF to the line and character that an editor shows', () => {
  const file = readSource('/x.yaml', '\uFEFFa: 1\r\nb: |-\r\n  😀 one\r\n  two three\r\n');
  const { from, to } = file.locate(['b'], { span: { from: 11, to: 16 } });
  expect(file.text.slice(from, to)).toBe('three');
  expect([file.positionAt(from), file.positionAt(to)]).toEqual([
    { line: 3, character: 6 },
    { line: 3, character: 11 },
  ]);
});
