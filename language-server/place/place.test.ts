import { describe, expect, it } from 'vitest';
import { readSource } from '../../engine/evalset/index.ts';
import { CARD, WORLD } from '../../engine/evalset/testing.ts';
import { placeAt } from './place.ts';
import { yamlPlace } from './yaml.ts';

/** `what path [replaced] {present}` at the cursor. */
function shown(marked: string, format: 'yaml' | 'json' = 'yaml'): string {
  const offset = marked.indexOf('‸');
  const text = marked.replace('‸', '');
  const place = placeAt(readSource(`/f.${format}`, text), offset);
  if (place === null) return 'nowhere';
  const { what, path, from, to, present, colon, item } = place;
  return [
    `${what} /${path.join('/')}`,
    `[${text.slice(from, to)}]`,
    ...(present.size > 0 ? [`{${[...present].join(' ')}}`] : []),
    ...(colon ? [':'] : []),
    ...(item ? ['item'] : []),
  ].join(' ');
}

describe('a place in YAML', () => {
  it.each<[string, string, string]>([
    ['an empty file', '‸', 'key / []'],
    ['a first word', 'ca‸', 'key / [ca]'],
    ['a key that stands', 'a: 1\nas‸ker: mia\nb: 2\n', 'key / [asker] {a b} :'],
    ['a value', 'asker: m‸ia\n', 'value /asker [mia]'],
    ['no value yet', 'asker: ‸\nb: 1\n', 'value /asker []'],
    ['no value yet, a comment behind', 'asker: ‸ # who\n', 'value /asker []'],
    ['a quoted value', "asker: 'm‸ia' # who\n", "value /asker ['mia']"],
    ['a comment', 'asker: mia # w‸ho\n', 'nowhere'],
    ['a comment line', '# w‸ho\n', 'nowhere'],
    ['a blank line below a key', 'turns:\n  ‸\n', 'key /turns []'],
    ['an item', 'turns:\n  - ‸\n', 'key /turns/0 [] item'],
    ['an item at the key’s own column', 'turns:\n- k‸\n', 'key /turns/0 [k] item'],
    ['a second key of an item', 'turns:\n  - turn: 1\n    ki‸\n  - turn: 2\n', 'key /turns/0 [ki] {turn}'],
    ['the first key of an item', 'turns:\n  - tu‸rn: 1\n    kind: query\n', 'key /turns/0 [turn] {kind} :'],
    [
      'a third item',
      'turns:\n  - turn: 1\n    kind: query\n  - turn: 2\n  - turn: 3\n    ‸\n',
      'key /turns/2 [] {turn}',
    ],
    ['a line between keys', 'a: 1\n‸\nb: 2\n', 'key / [] {a b}'],
    ['a nested list', 'x:\n  - - a: 1\n      b‸\n', 'key /x/0/0 [b] {a}'],
    ['a dash alone', 'x:\n  -\n    a: 1\n    b‸\n', 'key /x/0 [b] {a}'],
    ['a literal text', 'text: |-\n  one\n  t‸wo\n', 'text /text []'],
    [
      'a literal text that looks like keys',
      'a:\n  text: |-\n    one: 1\n      two: |-\n    th‸ree\n',
      'text /a/text []',
    ],
    [
      'a literal text whose lines look like what holds it',
      'a:\n  text: |-\n    one:\n      th‸ree\n',
      'text /a/text []',
    ],
    ['a literal text as an item', 'k:\n  - |-\n    a‸b\n', 'text /k/0 []'],
    ['behind a literal text', 'a:\n  text: |-\n    one\n  b‸\n', 'key /a [b] {text}'],
    ['a map in brackets', 'a: { b: 1, ‸ }\n', 'key /a [] {b}'],
    ['a key in brackets', 'a:\n  - { b: 1, c‸: 2, d: 3 }\n', 'key /a/0 [c] {b d} :'],
    ['a value in brackets', 'a: { b: x‸y, c: 1 }\n', 'value /a/b [xy]'],
    ['no value in brackets', 'a: { b: ‸', 'value /a/b []'],
    ['a list in brackets', 'a: [x, ‸]\n', 'value /a/1 [] item'],
    ['a list in brackets that is open', 'a: [x, y‸\nb: 1\n', 'value /a/1 [y]'],
    ['brackets over lines', 'a: {\n  b: 1,\n  c: ‸\n}\n', 'value /a/c []'],
    ['behind brackets', 'a: [x] ‸\n', 'nowhere'],
    ['a quoted key', '"a": 1\n"b‸": 2\n', 'key / ["b"] {a} :'],
  ])('%s', (_, marked, expected) => {
    expect(shown(marked)).toBe(expected);
  });

  it('keeps what tells models apart', () => {
    const offset = WORLD.indexOf('    agent: edit');
    const place = placeAt(readSource('/f.yaml', WORLD), offset + 4);
    expect(place?.value).toMatchObject({ assets: { plan: { kind: 'doc', title: 'Plan' } } });
  });
});

describe('a place in JSON', () => {
  it.each<[string, string, string]>([
    ['a first key', '{ "‸" }', 'key / [""]'],
    ['a key that is open', '{ "a": 1, "b‸\n}', 'key / ["b] {a}'],
    ['no key yet', '{ "a": 1, ‸ }', 'key / [] {a}'],
    ['a key that stands', '[{ "a": 1, "‸b": 2, "c": [] }]', 'key /0 ["b"] {a c} :'],
    ['a value', '{ "a": "x‸y" }', 'value /a ["xy"]'],
    ['a value without quotes', '{ "a": x‸ }', 'value /a [x]'],
    ['no value yet', '{ "a": ‸ }', 'value /a []'],
    ['an item', '{ "a": ["x", "‸"] }', 'value /a/1 [""]'],
    ['an item of a list of maps', '[{ "a": 1 }, ‸]', 'value /1 [] item'],
    ['a missing comma', '{ "a": 1\n  "b‸" }', 'key / ["b"] {a}'],
  ])('%s', (_, marked, expected) => {
    expect(shown(marked, 'json')).toBe(expected);
  });

  it('of a large file is found from its part', () => {
    const cards = Array.from({ length: 300 }, (_, i) => ({ case_id: `C${i}`, note: 'x'.repeat(200) }));
    const text = JSON.stringify(cards, null, 2).replace('"C250"', '"C25‸0"');
    expect(shown(text, 'json')).toBe('value /250/case_id ["C250"]');
  });
});

it('is found in every prefix of a card and a world', () => {
  for (const text of [CARD, WORLD])
    for (let end = 0; end <= text.length; end++) {
      const prefix = text.slice(0, end);
      expect(() => placeAt(readSource('/f.yaml', prefix), end)).not.toThrow();
    }
});

it('a place in a large list of cards is that of the whole text', () => {
  const cards = [CARD, CARD.replace('query', 'inject'), 'case_id: x\nturns:\n', CARD];
  const item = (card: string): string =>
    `- ${card
      .trimEnd()
      .split('\n')
      .map((line, i) => (i === 0 || line === '' ? line : `  ${line}`))
      .join('\n')}\n`;
  const text = `# cards\n\n${cards.map(item).join('\n')}- \n`;
  const large = readSource('/f.yaml', text, null, 1);
  expect(large.split).not.toBeNull();
  for (let offset = 20; offset <= text.length; offset++)
    expect(placeAt(large, offset), text.slice(0, offset)).toEqual(yamlPlace(text, offset));
});
