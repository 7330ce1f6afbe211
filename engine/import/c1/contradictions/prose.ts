import type { Check, Contradiction } from './contradiction.ts';

const DIFFICULTY_SHARE = /(简单|中等|困难)[^。；\n|]{0,20}?(\d+(?:\.\d+)?)\s*%/;
const LIST_LENGTH = /(\d+)\s*[项条点]\S{0,6}[：:]\s*$/;

/** Shares of a difficulty that running text states, against the cases. */
export const proseShares: Check = ({ document, cases }) => {
  const found: Contradiction[] = [];
  if (cases.length === 0) return found;
  const rows = new Set(document.tables.flatMap(({ rows: all }) => all.map(({ line }) => line)));
  for (const { n, plain } of document.lines) {
    const [, name, stated] = rows.has(n) ? [] : (DIFFICULTY_SHARE.exec(plain) ?? []);
    if (name === undefined || stated === undefined) continue;
    const count = cases.filter(({ card }) => card.difficulty === name).length;
    const share = Math.round((100 * count) / cases.length);
    if (Math.abs(Number(stated) - share) > 0.5)
      found.push({
        code: 'share',
        line: n,
        stated: `${stated}%`,
        found: `${share}%`,
        message: `${name}: the text says ${stated}%, the body holds ${share}% (${count} of ${cases.length})`,
      });
  }
  return found;
};

/** Lists whose head states a number of items: the items run to the line that repeats the head. */
export const listLengths: Check = ({ cases }) =>
  cases.flatMap(({ card, expected }) =>
    expected.flatMap(({ n, plain }, i): Contradiction[] => {
      const stated = LIST_LENGTH.exec(plain)?.[1];
      if (stated === undefined) return [];
      const end = expected.findIndex((line, k) => k > i && line.plain === plain);
      if (end < 0 || end - i - 1 === Number(stated)) return [];
      return [
        {
          code: 'list-length',
          line: n,
          case_id: card.case_id,
          stated,
          found: `${end - i - 1}`,
          message: `${stated} items are announced, ${end - i - 1} are listed`,
        },
      ];
    }),
  );
