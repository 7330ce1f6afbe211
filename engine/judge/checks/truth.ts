/** Three-valued truth: null = cannot be known from the evidence. */
export type Truth = boolean | null;

/** Kleene's "and": false wins over unknown. True of nothing. */
export function allOf(values: readonly Truth[]): Truth {
  if (values.includes(false)) return false;
  return values.includes(null) ? null : true;
}

/** Kleene's "or": true wins over unknown. False of nothing. */
export function anyOf(values: readonly Truth[]): Truth {
  if (values.includes(true)) return true;
  return values.includes(null) ? null : false;
}

/** Kleene's "not": unknown stays unknown. */
export function notOf(value: Truth): Truth {
  return value === null ? null : !value;
}

/** How many may match: at least one when nothing is said; from 0 when only `max` is given. */
export interface Count {
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** Whether the number of trues meets the count, whatever the unknown ones turn out to be. */
export function countHolds(values: readonly Truth[], count: Count | undefined): Truth {
  const min = count === undefined ? 1 : (count.min ?? 0);
  const max = count?.max ?? Number.POSITIVE_INFINITY;
  const sure = values.filter((value) => value === true).length;
  const possible = values.filter((value) => value !== false).length;
  if (possible < min || sure > max) return false;
  return sure >= min && possible <= max ? true : null;
}

/** The count in words, such as "at least 2". */
export function countWords(count: Count | undefined): string {
  const min = count === undefined ? 1 : (count.min ?? 0);
  if (count?.max === undefined) return `at least ${min}`;
  return min === count.max ? `exactly ${min}` : `${min} to ${count.max}`;
}
