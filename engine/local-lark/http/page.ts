export interface Page<T> {
  readonly items: T[];
  readonly has_more: boolean;
  /** only when there is more */
  readonly page_token?: string;
}

/**
 * Cuts one page out of ordered rows. The token names the last row that was given, so rows that arrive between two
 * pages are neither lost nor shown twice.
 * @param invalid makes the product's own error for a page_token that names no row
 */
export function pageOf<T>(
  rows: readonly T[],
  query: { readonly page_size: number; readonly page_token?: string | undefined },
  keyOf: (row: T) => string,
  invalid: () => Error,
): Page<T> {
  const { page_size, page_token } = query;
  let start = 0;
  if (page_token !== undefined && page_token !== '') {
    const last = Buffer.from(page_token, 'base64url').toString('utf8');
    start = rows.findIndex((row) => keyOf(row) === last) + 1;
    if (start === 0) throw invalid();
  }
  const items = rows.slice(start, start + page_size);
  const last = items.at(-1);
  if (last === undefined || start + page_size >= rows.length) return { items, has_more: false };
  return { items, has_more: true, page_token: Buffer.from(keyOf(last)).toString('base64url') };
}
