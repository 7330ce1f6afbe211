import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { nodeAt } from '../node-at.ts';
import type { ValuePath } from '../model.ts';
import { readSource, type SourceDocument } from '../source.ts';

/** A busy machine takes its time. */
const TIMEOUT = 120_000;
const WHOLE = Number.POSITIVE_INFINITY;

const scalar = fc.oneof(
  fc.constantFrom(
    '',
    'a',
    '- x',
    '# no',
    'a: b',
    '汐港 #4',
    '{{D+1}}',
    '[CP1·结果]',
    '"',
    "'",
    '\\',
    '}',
    ']',
    '🌊',
  ),
  fc.stringMatching(/^[a-z ]{0,30}$/),
  fc.constantFrom('one\ntwo\n', 'one\n  two', '\n\nlate', 'keep\n\n', ' lead\nnext', '---\n', 'a\n# b\nc: d'),
  fc.integer({ min: -9, max: 9 }),
  fc.boolean(),
  fc.constant(null),
);
const key = fc.stringMatching(/^[a-z][a-z_]{0,8}$/);
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium', maxDepth: 5 },
    scalar,
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
}));
const root = fc.oneof(
  fc.array(value, { minLength: 1, maxLength: 8 }),
  fc.dictionary(key, value, { minKeys: 1, maxKeys: 8 }),
);

const WRITERS: readonly (readonly [string, (value: unknown) => string])[] = [
  ['/x.json', (v) => JSON.stringify(v, null, 2)],
  ['/x.json', (v) => `${JSON.stringify(v, null, '\t')}\n`],
  ['/x.json', (v) => ` \n${JSON.stringify(v, null, 1).replaceAll('\n', '\r\n')} \r\n`],
  ['/x.json', (v) => JSON.stringify(v, null, 2).replaceAll(/\},\n\s*\{/g, '}, {')],
  ['/x.yaml', (v) => stringify(v)],
  ['/x.yaml', (v) => stringify(v, { lineWidth: 20, indentSeq: false })],
  ['/x.yaml', (v) => `# first\n\n${stringify(v, { indent: 4, blockQuote: 'literal' })}# last\n\n`],
  ['/x.yaml', (v) => stringify(v, { defaultStringType: 'QUOTE_DOUBLE' }).replaceAll('\n', '\r\n')],
];

function paths(value: unknown, at: ValuePath = []): ValuePath[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    at,
    ...Object.entries(value).flatMap(([k, item]) =>
      paths(item, [...at, Array.isArray(value) ? Number(k) : k]),
    ),
  ];
}

/** All that can be asked of a document. */
function told(document: SourceDocument): unknown {
  const { value, kind, problems, text } = document;
  const places = paths(value).map((at) =>
    (['value', 'key', 'head'] as const).map((what) => document.locate(at, { what })),
  );
  const spots = Array.from({ length: 60 }, (_, i) => Math.round((i / 59) * text.length));
  return {
    value,
    keys: JSON.stringify(value),
    kind,
    problems: problems.map(({ code, message, range }) => ({ code, message, range })),
    places,
    nodes: spots.map((offset) => {
      const at = nodeAt(document.tree, offset);
      return at === null ? null : [at.path, at.what, at.range];
    }),
    positions: spots.map((offset) => document.positionAt(offset)),
    back: spots.map((offset) => document.offsetAt(document.positionAt(offset))),
  };
}

describe('a text in blocks', () => {
  it.each(WRITERS.map(([path, write], i) => [i, path, write] as const))(
    'says what it says when read as one: %i %s',
    (_, path, write) => {
      let split = 0;
      fc.assert(
        fc.property(root, (wanted) => {
          const text = write(wanted);
          const blocks = readSource(path, text, null, 1);
          if (blocks.split !== null) split += 1;
          expect(told(blocks)).toEqual(told(readSource(path, text, null, WHOLE)));
          expect(blocks.problems).toEqual([]);
        }),
        { numRuns: 40 },
      );
      expect(split).toBeGreaterThan(20);
    },
    TIMEOUT,
  );

  const snippet = fc.constantFrom(
    ...[
      'a',
      ' ',
      '\n',
      '\r\n',
      '\n  ',
      ': ',
      '- ',
      '#',
      '"',
      "'",
      '{',
      '}',
      '[',
      ']',
      ',',
      '|-\n',
      '&x ',
      '*x',
      '\t',
    ],
    ...[
      '\n- a: b',
      '\nkey: value\n',
      '\n---\n',
      '  {\n    "a": 1\n  },\n',
      '\\',
      '汐',
      '?',
      '%',
      '!',
      '\r',
      '\ud83c',
    ],
  );
  const edit = fc.record({
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat({ max: 12 }),
    put: snippet,
  });

  it.each(WRITERS.map(([path, write], i) => [i, path, write] as const))(
    'is the same after any edits as when it is read anew: %i %s',
    (_, path, write) => {
      fc.assert(
        fc.property(root, fc.array(edit, { minLength: 1, maxLength: 8 }), (wanted, edits) => {
          let text = write(wanted);
          let document = readSource(path, text, null, 1);
          for (const { at, cut, put } of edits) {
            const from = Math.round(at * text.length);
            text = text.slice(0, from) + put + text.slice(from + cut);
            document = readSource(path, text, document, 1);
            expect(told(document)).toEqual(told(readSource(path, text, null, 1)));
          }
        }),
        { numRuns: 25 },
      );
    },
    TIMEOUT,
  );

  it('keeps the very values of what did not change', () => {
    const cards = Array.from({ length: 50 }, (_, i) => ({ case_id: `C${i}`, turns: [{ text: `t${i}` }] }));
    for (const [path, write] of WRITERS.filter((_, i) => i !== 3)) {
      const text = write(cards);
      const before = readSource(path, text, null, 200);
      const after = readSource(path, text.replace('t25', 'changed'), before, 200);
      const [old, now] = [before, after].map((document) => document.value as readonly unknown[]);
      expect(after.split).not.toBeNull();
      expect(now?.filter((card, i) => card === old?.[i])).toHaveLength(49);
      expect(after.units(1).map((unit) => unit.value)).toEqual(now);
    }
  });

  it.each([
    ['/x.yaml', 'a: &x 1\nb: *x\n', { a: 1, b: 1 }],
    ['/x.yaml', 'a: "one\n  two"\nb: [\n  1 ]\n', { a: 'one two', b: [1] }],
    ['/x.yaml', '? a\n: 1\n', { a: 1 }],
    ['/x.yaml', '--- # head\na: 1\n', { a: 1 }],
    ['/x.yaml', 'a: 1\n...\n', { a: 1 }],
    ['/x.json', '[1, 2,\n 3]', [1, 2, 3]],
    ['/x.json', '[\n1,\n2\n]', [1, 2]],
  ])('%s %j', (path, text, wanted) => {
    const document = readSource(path, text, null, 1);
    expect(document.problems).toEqual([]);
    expect(document.value).toEqual(wanted);
  });
});
