/** A line of the document, numbered from 1. `plain`: without indentation, heading marks and bold. */
export interface Line {
  readonly n: number;
  readonly text: string;
  readonly plain: string;
}

/** Something in the document that could not be taken over. */
export interface Problem {
  readonly line: number;
  readonly message: string;
}

export function linesOf(text: string): Line[] {
  return text
    .replace(/^\uFEFF/, '')
    .split(/\r\n|\r|\n/)
    .map((line, i) => ({ n: i + 1, text: line, plain: plainOf(line) }));
}

function plainOf(line: string): string {
  const bare = line.trim().replace(/^#{1,6}\s+/, '');
  return /^\*\*[^*]+\*\*$/.test(bare) ? bare.slice(2, -2) : bare;
}

/** `- LABEL：rest` of a list item; null for any other line. */
export function labelOf(line: Line): { readonly label: string; readonly rest: string } | null {
  const match = /^[-*+]\s+\**([^：:*]{1,24}?)\**\s*[：:]\**\s*(.*)$/s.exec(line.plain);
  return match === null ? null : { label: (match[1] ?? '').trim(), rest: match[2] ?? '' };
}
