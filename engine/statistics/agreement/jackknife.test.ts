import { expect, it } from 'vitest';
import { jackknife } from './jackknife.ts';

const share = ([[a = 0, b = 0] = [], [c = 0, d = 0] = []]: readonly (readonly number[])[]): number | null =>
  a + b + c + d === 0 ? null : (a + d) / (a + b + c + d);

it('of a mean is its standard error, s/√n', () => {
  const cell = (i: number): number[][] => [
    [Number(i === 0), Number(i === 1)],
    [Number(i === 2), Number(i === 3)],
  ];
  const groups = [3, 1, 2, 4].map((times, i) => ({ table: cell(i), times }));
  const found = jackknife(
    [
      [3, 1],
      [2, 4],
    ],
    groups,
    share,
  )!;
  expect(found.se).toBeCloseTo(Math.sqrt((0.7 * 0.3) / 9), 12);
  expect(
    jackknife(
      [
        [1, 0],
        [0, 0],
      ],
      [{ table: cell(0), times: 1 }],
      share,
    ),
  ).toBeNull();
});
