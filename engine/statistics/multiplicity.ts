/** p values of several questions, adjusted so that one of them is wrongly called significant at most α of the time (Holm). */
export function holm(ps: readonly number[]): number[] {
  return stepwise(ps, (order) => {
    let least = 0;
    return order.map(({ p, rank, n }) => (least = Math.max(least, Math.min(1, p * (n - rank)))));
  });
}

/** p values adjusted for the share of false discoveries (Benjamini & Hochberg). */
export function benjaminiHochberg(ps: readonly number[]): number[] {
  return stepwise(ps, (order) => {
    let most = 1;
    return order
      .toReversed()
      .map(({ p, rank, n }) => (most = Math.min(most, (p * n) / (rank + 1))))
      .toReversed();
  });
}

interface Ranked {
  readonly p: number;
  readonly rank: number;
  readonly n: number;
}

function stepwise(
  ps: readonly number[],
  adjust: (ascending: readonly Ranked[]) => readonly number[],
): number[] {
  if (ps.some((p) => !(p >= 0 && p <= 1))) throw new RangeError('p values lie between 0 and 1');
  const order = ps.map((p, at) => ({ p, at })).sort((a, b) => a.p - b.p);
  const adjusted = adjust(order.map(({ p }, rank) => ({ p, rank, n: ps.length })));
  const result = ps.map(() => 1);
  for (const [rank, { at }] of order.entries()) result[at] = adjusted[rank] ?? 1;
  return result;
}
