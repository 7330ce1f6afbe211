import type { Cell, WhereInput } from '../../../schemas/index.ts';
import { holdsText, normalise } from '../normalise.ts';
import { compilePattern, matchPattern } from './pattern.ts';
import { allOf, anyOf, type Truth } from './truth.ts';

type FieldTest = NonNullable<WhereInput['fields']>[string];
/** A test given with operators. */
export type CellTest = Exclude<FieldTest, string | number | boolean | null>;
type Scalar = Exclude<FieldTest, CellTest>;

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/** The number that a cell holds, also when it holds it as text; null when it holds none. */
function numberOf(cell: Cell): number | null {
  if (typeof cell === 'number') return cell;
  if (Array.isArray(cell)) return cell.length === 1 ? numberOf(cell[0] ?? null) : null;
  if (typeof cell !== 'string') return null;
  const text = normalise(cell);
  return NUMBER.test(text) ? Number(text) : null;
}

const isEmpty = (cell: Cell): boolean =>
  cell === null ||
  (Array.isArray(cell) && cell.length === 0) ||
  (typeof cell === 'string' && normalise(cell) === '');

/**
 * Whether a cell equals a value. A number equals its text ("25" and 25.0); texts are compared after
 * normalisation; a list with one option equals that option; null, the empty text and the empty list are equal.
 */
export function cellEquals(cell: Cell, value: Scalar): boolean {
  if (isEmpty(cell) || isEmpty(value)) return isEmpty(cell) && isEmpty(value);
  if (Array.isArray(cell)) return cell.length === 1 && cellEquals(cell[0] ?? null, value);
  if (typeof cell === 'number' || typeof value === 'number') {
    const left = numberOf(cell);
    return left !== null && left === numberOf(value);
  }
  if (typeof cell === 'string' && typeof value === 'string') return normalise(cell) === normalise(value);
  return cell === value;
}

/** The options of a cell; a text stands for one option. */
const optionsOf = (cell: Cell): string[] =>
  Array.isArray(cell) ? cell : cell === null ? [] : [String(cell)];

const hasOption = (cell: Cell, option: string): boolean =>
  optionsOf(cell).some((item) => normalise(item) === normalise(option));

function matches(cell: Cell, source: string): Truth {
  const pattern = compilePattern(source);
  if (!pattern.ok) return null;
  return anyOf(optionsOf(cell).map((text) => matchPattern(pattern.regex, text).holds));
}

/** Tests one cell: every operator given must hold. Unknown only when a regular expression cannot be used. */
export function testCell(cell: Cell, test: FieldTest): Truth {
  if (test === null || typeof test !== 'object') return cellEquals(cell, test);
  const number = numberOf(cell);
  const compare = (bound: number | undefined, holds: (n: number, bound: number) => boolean): Truth =>
    bound === undefined || (number !== null && holds(number, bound));
  return allOf([
    test.eq === undefined || cellEquals(cell, test.eq),
    test.ne === undefined || !cellEquals(cell, test.ne),
    compare(test.gt, (n, bound) => n > bound),
    compare(test.gte, (n, bound) => n >= bound),
    compare(test.lt, (n, bound) => n < bound),
    compare(test.lte, (n, bound) => n <= bound),
    test.contains === undefined ||
      (Array.isArray(cell)
        ? hasOption(cell, test.contains)
        : holdsText(optionsOf(cell).join(''), test.contains)),
    test.in === undefined || test.in.some((value) => cellEquals(cell, value)),
    test.matches === undefined || matches(cell, test.matches),
    test.has_all === undefined || test.has_all.every((option) => hasOption(cell, option)),
  ]);
}
