import { describe, expect, it } from 'vitest';
import { inspectEvalset } from '../check.ts';
import { FileCache } from '../file-cache.ts';
import { noFiles, overlayFiles } from '../overlay-files.ts';
import { CARD, checkFiles, codesOf, EVALSET, evalsetWith, expectAtMarks, shown, unmark } from '../testing.ts';
import { matchesName } from './load-extensions.ts';

const DRAFT_7 = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  required: ['x_level'],
  properties: {
    x_level: { $ref: '#/definitions/level' },
    storyline: { enum: ['line', 'other line'] },
    x_owner: { type: 'string', pattern: '^[a-z]+$' },
    x_weights: { type: 'object', additionalProperties: { type: 'number' } },
  },
  patternProperties: { '^y_': { type: 'integer' } },
  definitions: { level: { type: 'integer', minimum: 1, maximum: 3, description: 'How hard it is' } },
};
const NEW = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  properties: {
    turns: { type: 'array', prefixItems: [{ properties: { x_tone: { const: 'calm' } } }] },
    x_tags: { type: 'array', items: { type: 'string' } },
  },
  dependentRequired: { x_tags: ['x_level'] },
};

const withSchema = (schemas: string, schema: object | string, files: Record<string, string> = {}) =>
  evalsetWith({
    'evalset.yaml': `${EVALSET}schemas: ${schemas}\n`,
    'own.json': typeof schema === 'string' ? schema : JSON.stringify(schema, null, 2),
    ...files,
  });
const cardWith = (lines: string) => CARD.replace('asker: mia\n', `asker: mia\n${lines}`);

describe('what an author’s schema says of a file', () => {
  it('own keys may stand beside ours, and others still may not', async () => {
    const files = withSchema('{ cases: own.json }', DRAFT_7, {
      'a.case.yaml': cardWith('x_level: 2\nx_weights: { a: 1 }\ny_any: 3\n⟦x_levle⟧: 1\n'),
    });
    await expectAtMarks('unknown-key', files);
    expect(await codesOf(files)).toEqual(['unknown-key']);
  });

  it.each<[string, string, RegExp]>([
    ['a missing key', '', /The key "x_level" is missing\. Add it here\. \(own\.json\)/],
    ['a wrong type', 'x_level: ⟦high⟧\n', /"x_level" must be integer\. \(own\.json\)/],
    ['a number that is too large', 'x_level: ⟦4⟧\n', /"x_level" must be <= 3/],
    ['a pattern', 'x_level: 1\nx_owner: ⟦Mia⟧\n', /"x_owner" does not have the form \^\[a-z\]\+\$/],
    ['a value below own keys', 'x_level: 1\nx_weights: { a: ⟦much⟧ }\n', /"a" must be number/],
    ['a key by its pattern', 'x_level: 1\ny_a: ⟦1.5⟧\n', /"y_a" must be integer/],
  ])('%s, in YAML and in JSON', async (_name, lines, message) => {
    const yaml = lines === '' ? CARD.replace('case_id', '⟦case_id⟧') : cardWith(lines);
    await expectAtMarks(
      'schema-mismatch',
      withSchema('{ cases: own.json }', DRAFT_7, { 'a.case.yaml': yaml }),
      message,
    );
    const members = [...lines.matchAll(/^(\w+): (.*)$/gm)].map(([, key, value = '']) => {
      const json = value.replaceAll(/\ba\b(?=:)/g, '"a"').replace(/⟦([a-zA-Z]\w*)⟧/, '⟦"$1"⟧');
      return `"${key}": ${json}`;
    });
    const turn = '{"turn": 1, "kind": "query", "speaker": "mia", "text": "@Bo Where?"}';
    const rest = `"storyline": "line", "group_key": "ops", "asker": "mia", "turns": [${turn}], "checkpoints_raw": "[CP1·结果][必选] x"`;
    const first = lines === '' ? '⟦"case_id"⟧: "A1"' : '"case_id": "A1"';
    const cards = `[{${[first, ...members, rest].join(', ')}}]`;
    const files = withSchema('{ cases: own.json }', DRAFT_7, { 'cases.json': cards });
    await expectAtMarks(
      'schema-mismatch',
      { ...files, '/e/evalset.yaml': (files['/e/evalset.yaml'] ?? '').replace('a.case.yaml', 'cases.json') },
      message,
    );
  });

  it('values that ours leaves open, with what may have been meant', async () => {
    const text = CARD.replace('storyline: line', 'storyline: ⟦othr line⟧');
    const files = withSchema(
      '{ "*.case.yaml": own.json }',
      { properties: { storyline: DRAFT_7.properties.storyline } },
      { 'a.case.yaml': text },
    );
    await expectAtMarks(
      'schema-mismatch',
      files,
      /Did you mean "other line"\? Use one of: line, other line\./,
    );
  });

  it('2020-12: items by their place, and keys that others demand', async () => {
    const files = withSchema('{ cases: own.json }', NEW, {
      'a.case.yaml': CARD.replace('kind: query\n', 'kind: query\n    x_tone: ⟦loud⟧\n').replace(
        '⟦case_id⟧',
        'case_id',
      ),
    });
    await expectAtMarks('schema-mismatch', files, /"x_tone" cannot be "loud"\. Use one of: calm\./);
    const demanded = withSchema('{ cases: own.json }', NEW, {
      'a.case.yaml': `⟦x_tags⟧: [a]\n${CARD}`.replace('x_level', ''),
    });
    await expectAtMarks('schema-mismatch', demanded, /The key "x_level" is missing/);
  });

  it('a choice is one finding, not one for each of its options', async () => {
    const schema = { properties: { storyline: { anyOf: [{ type: 'number' }, { const: 'a' }] } } };
    const files = withSchema('{ cases: own.json }', schema, {
      'a.case.yaml': CARD.replace('line: line', 'line: ⟦line⟧'),
    });
    await expectAtMarks('schema-mismatch', files, /"storyline" has none of the forms/);
  });

  it('the front matter of a skill, and the taxonomy', async () => {
    const files = evalsetWith({
      'evalset.yaml': `${EVALSET}schemas: { skills: s.json, meta: m.yaml }\n`,
      's.json': '{"properties": {"name": {"maxLength": 3}}}',
      'm.yaml': 'properties:\n  taxonomy:\n    required: [scene]\n',
      'skills/long/SKILL.md': '---\nname: ⟦long⟧\ndescription: d\nmetadata: { incomplete: true }\n---\n# L\n',
      'cases.meta.json': '{⟦"taxonomy"⟧: {}, "cases": {}}',
    });
    await expectAtMarks('schema-mismatch', files);
  });
});

describe('schemas that cannot be used', () => {
  it.each<[string, object | string, RegExp]>([
    ['no JSON', '{"a": ', /line 1: Not JSON: .* Mend it there/],
    ['no schema', '[1]', /a schema is a map/],
    [
      'a keyword that is wrong',
      { properties: { a: { type: 'txt' } } },
      /line 4: "\/properties\/a\/type" must be equal/,
    ],
    [
      'an old draft',
      { $schema: 'http://json-schema.org/draft-04/schema#' },
      /Use draft-07, 2019-09 or 2020-12/,
    ],
    [
      'a reference to the net',
      { $ref: 'https://example.com/x.json' },
      /refers to "https:\/\/example\.com\/x\.json", and nothing is fetched/,
    ],
    [
      'a reference to nowhere',
      { $ref: '#/$defs/none' },
      /refers to "#\/\$defs\/none", and nothing stands there/,
    ],
    ['a pattern that is none', { properties: { a: { pattern: '(' } } }, /regular expression/i],
    ['a million characters', JSON.stringify({ description: 'x'.repeat(1_000_001) }), /longer than a million/],
  ])('%s', async (_name, schema, message) => {
    const files = withSchema('{ cases: ⟦own.json⟧ }', schema);
    await expectAtMarks('bad-schema', files, message);
    expect(await codesOf(files)).toEqual(['bad-schema']);
  });

  it('one that is not there, or outside of the evalset', async () => {
    await expectAtMarks(
      'missing-file',
      evalsetWith({ 'evalset.yaml': `${EVALSET}schemas: { cases: ⟦none.json⟧ }\n` }),
    );
    await expectAtMarks(
      'path-outside',
      evalsetWith({ 'evalset.yaml': `${EVALSET}schemas: { cases: ⟦../x.json⟧ }\n` }),
    );
  });

  it('one that is for nothing', async () => {
    const files = withSchema('{ ⟦casse⟧: own.json }', DRAFT_7);
    await expectAtMarks('unused-schema', files, /Did you mean "cases"\?/);
    expect(await codesOf(files)).toEqual(['unused-schema']);
  });

  it.each<[string, object, string]>([
    ['a pattern', { properties: { x_a: { pattern: '^(a+)+$' } } }, `x_a: ${'a'.repeat(60)}b\n`],
    [
      'choices in choices',
      {
        $defs: Object.fromEntries(
          Array.from({ length: 40 }, (_, i) => [
            `d${i}`,
            i === 39
              ? { const: 1 }
              : { anyOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] },
          ]),
        ),
        properties: { x_a: { $ref: '#/$defs/d0' } },
      },
      'x_a: 2\n',
    ],
    [
      'itself',
      { $ref: '#/$defs/a', $defs: { a: { anyOf: [{ $ref: '#/$defs/a' }] } }, properties: { x_a: true } },
      'x_a: 2\n',
    ],
  ])(
    'one that %s keeps busy for ever is given up, and the others are looked at',
    async (_name, schema, lines) => {
      const files = withSchema('{ cases: ⟦own.json⟧, world: other.json }', schema, {
        'a.case.yaml': cardWith(lines).replace('mia\nx_a', 'mya\nx_a'),
        'other.json': '{"properties": {"label": {"const": "X"}}}',
      });
      await expectAtMarks('slow-schema', files, /given up/);
      expect(await codesOf(files)).toEqual(['dangling-actor', 'slow-schema', 'schema-mismatch']);
    },
  );

  it('a key that a pattern of keys would be busy with for ever', async () => {
    const files = withSchema(
      '{ cases: own.json }',
      { patternProperties: { '^(x+)+$': {} } },
      {
        'a.case.yaml': cardWith(`${'x'.repeat(60)}y: 1\n`),
      },
    );
    expect(await codesOf(files)).toContain('unknown-key');
  });
});

it('a change of the schema is seen, and what did not change is not looked at again', async () => {
  const cache = new FileCache();
  const look = async (schema: object, lines: string) => {
    const { texts } = unmark(withSchema('{ cases: own.json }', schema, { 'a.case.yaml': cardWith(lines) }));
    return (await inspectEvalset('/e', overlayFiles(texts, noFiles()), undefined, cache)).findings.map(
      ({ code }) => code,
    );
  };
  expect(await look({ properties: { x_a: { type: 'string' } } }, 'x_a: b\n')).toEqual([]);
  expect(await look({ properties: { x_a: { type: 'number' } } }, 'x_a: b\n')).toEqual(['schema-mismatch']);
  expect(await look({}, 'x_a: b\n')).toEqual(['unknown-key']);
  expect(await look({ properties: { x_a: { type: 'string' } } }, 'x_a: b\n')).toEqual([]);
});

it('in exported JSON a declared key is no unknown one', async () => {
  const files = withSchema(
    '{ meta: own.json }',
    { properties: { x_owner: {} } },
    {
      'cases.meta.json': '{"taxonomy": {}, "cases": {}, "x_owner": "a", ⟦"x_other"⟧: 1}',
    },
  );
  await expectAtMarks('unknown-key', files);
  expect((await checkFiles(files)).map(shown)).toHaveLength(1);
});

it.each<[string, string, boolean]>([
  ['*.case.yaml', 'a.case.yaml', true],
  ['*.case.yaml', 'cases/a.case.yaml', false],
  ['cases/*.yaml', 'cases/a.case.yaml', true],
  ['**/*.yaml', 'a.yaml', true],
  ['**/*.yaml', 'a/b/c.yaml', true],
  ['a/**', 'a/b/c', true],
  ['a*a', 'a', false],
  ['a*b*c', 'aXbXc', true],
  ['./x.json', 'x.json', true],
  ['*a'.repeat(30), 'a'.repeat(29), false],
])('%s names %s: %s', (pattern, name, expected) => {
  expect(matchesName(pattern, name)).toBe(expected);
});
