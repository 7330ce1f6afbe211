import { expect, it } from 'vitest';
import { nodeAt } from './node-at.ts';
import { readSource } from './source.ts';

/** What stands at `|` in a text, as `key|value /pointer "source"`. */
function shown(name: string, marked: string): string | null {
  const text = marked.replace('|', '');
  const at = nodeAt(readSource(name, text).tree, marked.indexOf('|'));
  return at && `${at.what} /${at.path.join('/')} ${JSON.stringify(text.slice(at.range.from, at.range.to))}`;
}

it.each([
  ['a.yaml', 'a|b: 1', 'key /ab "ab"'],
  ['a.yaml', 'ab: 1|2', 'value /ab "12"'],
  ['a.yaml', 'ab: 12|\ncd: 3', 'value /ab "12"'],
  ['a.yaml', 'l:\n  - x: 1\n  - x: |2', 'value /l/1/x "2"'],
  ['a.yaml', 'l: [one, t|wo]', 'value /l/1 "two"'],
  ['a.yaml', "'q k|ey': 1", 'key /q key "\'q key\'"'],
  ['a.json', '{"a":{"b\\u0020|c":[1]}}', 'key /a/b c "\\"b\\\\u0020c\\""'],
  ['a.json', '[{"a":"x|y"}]', 'value /0/a "\\"xy\\""'],
  ['a.json', '|', null],
])('finds the deepest place: %s %j', (name, marked, expected) => {
  expect(shown(name, marked)).toBe(expected);
});
