import { pad, widthOf } from '../terminal.ts';

export interface Line {
  readonly label: string;
  readonly text: string;
}

/** Labels in a column as wide as the widest of them. */
export function aligned(lines: readonly Line[]): string[] {
  const width = Math.max(...lines.map(({ label }) => widthOf(label)));
  return lines.map(({ label, text }) => `${pad(label, width)}  ${text}`);
}
