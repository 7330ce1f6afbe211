import { expect, it } from 'vitest';
import { align, sameEnds } from './align.ts';

it.each<[string, string, { head: number; tail: number }]>([
  ['ab', 'ab', { head: 2, tail: 0 }],
  ['aab', 'ab', { head: 1, tail: 1 }],
  // Halves of pairs that are equal: the first of one, the second of the other.
  ['x🚢y', 'x🚣y', { head: 1, tail: 1 }],
  ['x🚢y', 'x🪢y', { head: 1, tail: 1 }],
  ['🚢', '🚢🚢', { head: 2, tail: 0 }],
])('%j and %j share their ends', (a, b, ends) => {
  expect(sameEnds(a, b)).toEqual(ends);
});

it.each<[string[], string[], string]>([
  [['a', 'b'], ['a', 'b'], '0-0 1-1'],
  [['a', 'c'], ['a', 'b', 'c'], '0-0 _-1 1-2'],
  [['first', 'second', 'third'], ['first', 'thirds'], '0-0 1-_ 2-1'],
  [['one thing', 'two'], ['one thong', 'new', 'two'], '0-0 _-1 1-2'],
  [['x'], ['y'], '0-0'],
  [[], ['y'], '_-0'],
])('%j and %j are paired as %s', (before, now, pairs) => {
  const text = align(before, now).map((pair) => `${pair.before ?? '_'}-${pair.now ?? '_'}`);
  expect(text.join(' ')).toBe(pairs);
});
