import { expect, it } from 'vitest';
import { LineIndex } from './lines.ts';

const TEXT = 'ab\r\n\ncd\re';

it.each<[line: number, character: number, offset: number]>([
  [0, 0, 0],
  [0, 1, 1],
  // Behind the end of a line stands its end, never the next line.
  [0, 2, 2],
  [0, 3, 2],
  [0, 1e6, 2],
  [1, 5, 4],
  [2, 9, 7],
  [3, 1, 9],
  [3, 7, 9],
  [9, 0, 9],
  [0, -1, 0],
  [-1, 1, 1],
])('line %i, character %i is offset %i', (line, character, offset) => {
  expect(new LineIndex(TEXT).offsetAt({ line, character })).toBe(offset);
});

it('every place outside of a line break is found again', () => {
  const lines = new LineIndex(TEXT);
  for (const offset of [0, 1, 2, 4, 5, 6, 7, 8, 9])
    expect(lines.offsetAt(lines.positionAt(offset))).toBe(offset);
});
