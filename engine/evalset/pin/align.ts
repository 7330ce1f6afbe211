/** Items of two lists that belong together; an index is null where the other list has no such item. */
export interface Pair {
  readonly before: number | null;
  readonly now: number | null;
}

/** Beyond so many comparisons the middles of two lists are paired in order. */
const MOST = 40_000;
/** What it costs that an item has no partner; a pair of items costs 0 (equal) to 1 (nothing in common). */
const ALONE = 0.45;

/** Pairs the items of two lists, in order, so that as much as possible stays as it was. */
export function align(before: readonly string[], now: readonly string[]): Pair[] {
  let head = 0;
  while (head < before.length && head < now.length && before[head] === now[head]) head += 1;
  let tail = 0;
  while (
    tail < Math.min(before.length, now.length) - head &&
    before[before.length - 1 - tail] === now[now.length - 1 - tail]
  )
    tail += 1;
  const same = (count: number, a: number, b: number): Pair[] =>
    Array.from({ length: count }, (_, i) => ({ before: a + i, now: b + i }));
  const middle = pairs(before.slice(head, before.length - tail), now.slice(head, now.length - tail));
  return [
    ...same(head, 0, 0),
    ...middle.map((pair) => ({
      before: pair.before === null ? null : pair.before + head,
      now: pair.now === null ? null : pair.now + head,
    })),
    ...same(tail, before.length - tail, now.length - tail),
  ];
}

function pairs(before: readonly string[], now: readonly string[]): Pair[] {
  // Lists of one length have changed items, not other ones.
  if (before.length === now.length || before.length * now.length > MOST) return inOrder(before, now);
  const width = now.length + 1;
  const costs = new Float64Array((before.length + 1) * width);
  const cost = (i: number, j: number): number => costs[i * width + j] ?? 0;
  const together = (i: number, j: number): number =>
    cost(i + 1, j + 1) + unlike(before[i] ?? '', now[j] ?? '');
  for (let i = before.length; i >= 0; i--)
    for (let j = now.length; j >= 0; j--) {
      if (i === before.length || j === now.length)
        costs[i * width + j] = (before.length - i + now.length - j) * ALONE;
      else costs[i * width + j] = Math.min(together(i, j), ALONE + Math.min(cost(i + 1, j), cost(i, j + 1)));
    }
  const found: Pair[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < now.length) {
    if (i < before.length && j < now.length && cost(i, j) === together(i, j))
      found.push({ before: i++, now: j++ });
    else if (j === now.length || (i < before.length && cost(i + 1, j) <= cost(i, j + 1)))
      found.push({ before: i++, now: null });
    else found.push({ before: null, now: j++ });
  }
  return found;
}

function inOrder(before: readonly string[], now: readonly string[]): Pair[] {
  return Array.from({ length: Math.max(before.length, now.length) }, (_, i) => ({
    before: i < before.length ? i : null,
    now: i < now.length ? i : null,
  }));
}

/** How little two texts have in common at their beginnings and ends, 0 to 1. */
function unlike(a: string, b: string): number {
  const { head, tail } = sameEnds(a, b);
  const longest = Math.max(a.length, b.length);
  return longest === 0 ? 0 : 1 - (head + tail) / longest;
}

/** How many characters (UTF-16 units) two texts share at their beginnings, and behind that at their ends. No pair of surrogates is cut. */
export function sameEnds(a: string, b: string): { readonly head: number; readonly tail: number } {
  const most = Math.min(a.length, b.length);
  let head = 0;
  while (head < most && a.charCodeAt(head) === b.charCodeAt(head)) head += 1;
  if (cuts(a, head) || cuts(b, head)) head -= 1;
  let tail = 0;
  while (tail < most - head && a.charCodeAt(a.length - 1 - tail) === b.charCodeAt(b.length - 1 - tail))
    tail += 1;
  if (cuts(a, a.length - tail) || cuts(b, b.length - tail)) tail -= 1;
  return { head, tail };
}

const cuts = (text: string, at: number): boolean =>
  at > 0 && /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 1, at + 1));
