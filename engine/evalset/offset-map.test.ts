import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { OffsetRange } from './model.ts';
import { readSource } from './source.ts';

/** Characters that matter: line ends, blanks, quotes, escapes, astral, wide. */
const CHARS = ['a', 'b', ' ', '\n', "'", '"', '\\', '#', ':', '，', '群', '😀', '\t', '-', '|', '{', 'é'];
const texts = fc.array(fc.constantFrom(...CHARS), { maxLength: 40 }).map((chars) => chars.join(''));

interface Written {
  readonly source: string;
  /** Decodes a piece of the scalar's source, as a scalar of its own. */
  readonly decode: (piece: string) => string;
  readonly json?: boolean;
}

function expectSpansMapBack(value: string, { source, decode, json }: Written, seed: number): void {
  const file = readSource(json === true ? '/x.json' : '/x.yaml', source);
  expect(file.problems).toEqual([]);
  expect((file.value as { text: string }).text).toBe(value);
  const units = Array.from(value);
  for (let n = 0; n < 6 && units.length > 0; n++) {
    // Whole characters only: half of an astral one has no source of its own.
    const a = (seed * (n + 3)) % units.length;
    const b = a + 1 + ((seed * 7 + n) % (units.length - a));
    const span: OffsetRange = {
      from: units.slice(0, a).join('').length,
      to: units.slice(0, b).join('').length,
    };
    const { from, to } = file.locate(['text'], { span });
    expect(decode(file.text.slice(from, to))).toBe(value.slice(span.from, span.to));
  }
}

const seeds = fc.nat(1000);
const blockSafe = texts.filter((text) => text.length > 0 && !/^[ \t\n]/.test(text) && !/\n$/.test(text));

describe('a span of a decoded text maps to the source that decodes to it', () => {
  const block = (value: string, indent: string, eol: string, tail: string): string =>
    `text: |-${eol}${value
      .split('\n')
      .map((line) => (line === '' ? '' : indent + line))
      .join(eol)}${eol}${tail}`;

  it.each(['\n', '\r\n'])('in a literal block, line ends %j', (eol) => {
    fc.assert(
      fc.property(blockSafe, seeds, fc.constantFrom('', 'b: c\n', '\n\n'), (value, seed, tail) => {
        const source = block(value, '   ', eol, tail);
        // Source of a span: lines after the first carry their indentation.
        const decode = (piece: string) => piece.replaceAll('\r\n', '\n').replace(/\n {1,3}/g, '\n');
        fc.pre(!/\n[ \t]/.test(value));
        expectSpansMapBack(value, { source, decode }, seed);
      }),
    );
  });

  it('in a block with an indentation indicator, whose lines begin with blanks', () => {
    const file = readSource('/x.yaml', 'list:\n  - text: |2-\n        deep\n      flat\n');
    expect(file.value).toEqual({ list: [{ text: '  deep\nflat' }] });
    const { from, to } = file.locate(['list', 0, 'text'], { span: { from: 2, to: 6 } });
    expect(file.text.slice(from, to)).toBe('deep');
  });

  it('in a double quoted scalar, escapes and all', () => {
    fc.assert(
      fc.property(texts, seeds, fc.boolean(), (value, seed, ascii) => {
        const json = JSON.stringify(value);
        const quoted = ascii
          ? Array.from(json)
              .map((ch) =>
                (ch.codePointAt(0) ?? 0) > 0xffff ? `\\U${hex(ch, 8)}` : ch > '~' ? `\\u${hex(ch, 4)}` : ch,
              )
              .join('')
          : json;
        expectSpansMapBack(
          value,
          { source: `text: ${quoted}\n`, decode: (piece) => parse(`"${piece}"`) as string },
          seed,
        );
      }),
    );
  });

  it('in a single quoted scalar, also when its lines are folded', () => {
    fc.assert(
      fc.property(
        texts.filter((text) => !/[ \t]\n|\n[ \t]/.test(text)),
        seeds,
        (value, seed) => {
          fc.pre(!/^[\n \t]|[\n \t]$|\n\n/.test(value));
          const source = `text: '${value.replaceAll("'", "''").replaceAll('\n', '\n\n  ')}'\n`;
          const decode = (piece: string) =>
            piece
              .replaceAll("''", "'")
              .replace(/(?:\n *)+/g, (run) => '\n'.repeat(run.split('\n').length - 2));
          expectSpansMapBack(value, { source, decode }, seed);
        },
      ),
    );
  });

  it('in a folded double quoted scalar', () => {
    const file = readSource('/x.yaml', 'text: "one  \n   two\\\n   three\n\n   four"\n');
    expect(file.value).toEqual({ text: 'one twothree\nfour' });
    const piece = (from: number, to: number) => {
      const range = file.locate(['text'], { span: { from, to } });
      return file.text.slice(range.from, range.to);
    };
    expect(piece(0, 3)).toBe('one');
    expect(piece(4, 7)).toBe('two');
    expect(piece(7, 12)).toBe('three');
    expect(piece(13, 17)).toBe('four');
  });

  it('in JSON, through \\u escapes and surrogate pairs', () => {
    fc.assert(
      fc.property(texts, seeds, fc.boolean(), (value, seed, ascii) => {
        const json = JSON.stringify({ text: value });
        const source = ascii
          ? json.replace(/[^\0-~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
          : json;
        expectSpansMapBack(
          value,
          { source, json: true, decode: (piece) => JSON.parse(`"${piece}"`) as string },
          seed,
        );
      }),
    );
  });

  it('in a plain scalar over several lines', () => {
    const file = readSource('/x.yaml', 'text: one two\n  three\n\n  four # remark\n');
    expect(file.value).toEqual({ text: 'one two three\nfour' });
    const { from, to } = file.locate(['text'], { span: { from: 8, to: 18 } });
    expect(file.text.slice(from, to)).toBe('three\n\n  four');
  });
});

const hex = (ch: string, digits: number): string =>
  (ch.codePointAt(0) ?? 0).toString(16).padStart(digits, '0');
