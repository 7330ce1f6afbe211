import type { OffsetRange } from './model.ts';
import type { TotalCell } from './totals.ts';

/** A pipe table of a Markdown text. Spans are offsets in the text. */
export interface MarkdownTable {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly TotalCell<OffsetRange>[])[];
  /** The last line of text above it, if nothing but blank lines stands between. */
  readonly above: { readonly text: string; readonly from: number } | null;
}

const RULE = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/** The pipe tables of a text: a line of names, a line of dashes, lines of cells. */
export function markdownTables(text: string): MarkdownTable[] {
  if (!text.includes('|')) return [];
  let at = 0;
  const lines = text.split('\n').map((line) => {
    const from = at;
    at += line.length + 1;
    return { text: line, from };
  });
  const tables: MarkdownTable[] = [];
  for (let i = 0; i + 1 < lines.length; i++) {
    const [head, rule] = [lines[i], lines[i + 1]];
    if (head === undefined || rule === undefined) break;
    if (!head.text.includes('|') || !rule.text.includes('-') || !RULE.test(rule.text)) continue;
    const before = lines.slice(0, i).findLast((line) => line.text.trim() !== '') ?? null;
    const rows: (readonly TotalCell<OffsetRange>[])[] = [];
    let next = i + 2;
    for (; next < lines.length; next++) {
      const line = lines[next];
      if (line === undefined || !line.text.includes('|')) break;
      rows.push(cellsOf(line.text, line.from));
    }
    tables.push({ columns: cellsOf(head.text, head.from).map((cell) => cell.text), rows, above: before });
    i = next - 1;
  }
  return tables;
}

function cellsOf(line: string, at: number): TotalCell<OffsetRange>[] {
  const cells: TotalCell<OffsetRange>[] = [];
  const inner = /^\s*\|?/.exec(line)?.[0].length ?? 0;
  const end = line.replace(/\|?\s*$/, '').length;
  let from = inner;
  for (const part of line.slice(inner, Math.max(inner, end)).split(/(?<!\\)\|/)) {
    const lead = part.length - part.trimStart().length;
    const text = part.trim();
    cells.push({ text, place: { from: at + from + lead, to: at + from + lead + text.length } });
    from += part.length + 1;
  }
  return cells;
}
