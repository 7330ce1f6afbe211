import { cut, pad, widthOf } from './terminal.ts';

const GAP = '  ';
/** No column but the last takes more than this. */
const MAX_COLUMN = 24;
const MIN_LAST = 12;
/** A column that gives way keeps this much. */
const MIN_COLUMN = 6;

/**
 * Lays out rows of one-line cells under a head; wide (East Asian) characters take two columns. Columns take what they
 * need, the last one the rest of `width`; what does not fit is cut with an ellipsis.
 */
export function renderTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
): string[] {
  const last = head.length - 1;
  const sizes = head.map((title, i) =>
    Math.min(MAX_COLUMN, Math.max(widthOf(title), ...rows.map((row) => widthOf(row[i] ?? '')))),
  );
  const used = (): number => sizes.slice(0, last).reduce((sum, size) => sum + size + GAP.length, 0);
  // Too narrow: the widest columns give way.
  while (width - used() < MIN_LAST) {
    const widest = Math.max(...sizes.slice(0, last));
    if (widest <= MIN_COLUMN) break;
    sizes[sizes.indexOf(widest)] = widest - 1;
  }
  const rest = Math.max(MIN_LAST, width - used());
  return [head, ...rows].map((row) =>
    row
      .map((cell, i) => (i === last ? cut(cell, rest) : pad(cut(cell, sizes[i] ?? 0), sizes[i] ?? 0)))
      .join(GAP)
      .trimEnd(),
  );
}
