import type { Check, Contradiction } from './contradiction.ts';

const ITEM =
  /^\d+[.、．)]\s*.*[（(]\s*(-?\d+(?:\.\d+)?)\s*(?:[-–~～至到/]|或|or)\s*(-?\d+(?:\.\d+)?)\s*[)）]\s*$/;
const TOTAL = /^(?:总分|合计|total)\s*[：:]\s*(-?\d+(?:\.\d+)?)\s*[-–~～至到]\s*(-?\d+(?:\.\d+)?)/i;

/** Numbered items with ranges of points, against the range of the total that follows them. */
export const rubric: Check = ({ document }) => {
  const found: Contradiction[] = [];
  let least = 0;
  let most = 0;
  let items = 0;
  for (const { n, plain } of document.lines) {
    const item = ITEM.exec(plain);
    const total = TOTAL.exec(plain);
    if (item !== null) {
      const [a, b] = [Number(item[1]), Number(item[2])];
      least += Math.min(a, b);
      most += Math.max(a, b);
      items += 1;
    } else if (total !== null && items > 0) {
      const [from, to] = [Number(total[1]), Number(total[2])];
      if (from !== least || to !== most)
        found.push({
          code: 'range',
          line: n,
          stated: `${from}–${to}`,
          found: `${least}–${most}`,
          message: `the total is said to run from ${from} to ${to}, but the ${items} items add up to ${least} at least and ${most} at most`,
        });
      [least, most, items] = [0, 0, 0];
    } else if (plain !== '' && items > 0) [least, most, items] = [0, 0, 0];
  }
  return found;
};
