import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { authorJson, evalsetHash, sha256Hex, short } from './hash.ts';
import { readSource } from './source.ts';

it('is JSON.stringify for every value whose keys JavaScript keeps in order', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(authorJson(value)).toBe(JSON.stringify(value));
    }),
  );
});

it('keeps the author’s key order, integer-like keys and __proto__ too', () => {
  const text = '{"b":1,"10":2,"a":{"2":null,"1":[]},"__proto__":"x"}';
  expect(authorJson(readSource('/x.json', text).value)).toBe(text);
});

it('is equal for the same card in YAML and JSON', () => {
  const json = readSource('/x.json', '{"case_id":"A","turns":[{"turn":1,"text":"一\\n二"}]}').value;
  const yaml = readSource(
    '/x.yaml',
    'case_id: A\nturns:\n  - turn: 1\n    text: |-\n      一\n      二\n',
  ).value;
  expect(evalsetHash([yaml])).toBe(evalsetHash([json]));
});

it('changes with order, white space, key order and where one card ends', () => {
  const hashes = [
    [{ a: 'x' }, { b: 'y' }],
    [{ b: 'y' }, { a: 'x' }],
    [{ a: 'x ' }, { b: 'y' }],
    [{ a: 'x', b: 'y' }],
    [{ b: 'y', a: 'x' }],
    [[{ a: 'x' }, { b: 'y' }]],
    [],
  ].map(evalsetHash);
  expect(new Set(hashes).size).toBe(hashes.length);
});

it('is over the bytes that its comment names', () => {
  const bytes = Buffer.from('{"a":"一"}\n{"b":"\\ud83d"}', 'utf8');
  expect(evalsetHash([{ a: '一' }, { b: '\ud83d' }])).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(short(sha256Hex(''))).toBe('e3b0c44298fc');
});
