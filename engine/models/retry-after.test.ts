import { expect, it } from 'vitest';
import { retryAfterSec } from './retry-after.ts';

it.each<[string | null, number | undefined]>([
  [null, undefined],
  ['3', 3],
  ['1.5', 1.5],
  ['Sun, 06 Sep 2026 01:00:30 GMT', 30],
  ['Sun, 06 Sep 2026 00:00:30 GMT', 0],
  ['soon', undefined],
  ['-3x', undefined],
])('reads %s', (header, seconds) => {
  expect(retryAfterSec(header, () => Date.parse('2026-09-06T01:00:00Z'))).toBe(seconds);
});
