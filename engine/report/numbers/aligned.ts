import { indented, oneLine, pad, widthOf, wrap } from '../terminal.ts';

/** A labelled number, and what else is said of it: a line each, below. */
export interface Line {
  readonly label: string;
  readonly parts: readonly string[];
}

const GAP = '  ';
/** Less room than this beside the labels, and what they label stands below them. */
const MIN_TEXT = 36;

export const line = (label: string, ...parts: readonly string[]): Line => ({ label, parts });

/** Labels in a column as wide as the widest of them, the texts beside them, wrapped. */
export function aligned(lines: readonly Line[], columns: number): string[] {
  const width = Math.max(0, ...lines.map(({ label }) => widthOf(label)));
  const room = columns - width - GAP.length;
  if (room < MIN_TEXT)
    return lines.flatMap(({ label, parts }) => [
      ...indented(oneLine(label), '', columns),
      ...parts.flatMap((text) => indented(oneLine(text), GAP, columns)),
    ]);
  return lines.flatMap(({ label, parts }) =>
    parts
      .flatMap((text) => wrap(oneLine(text), room))
      .map((text, i) => `${pad(i === 0 ? label : '', width)}${GAP}${text}`.trimEnd()),
  );
}
