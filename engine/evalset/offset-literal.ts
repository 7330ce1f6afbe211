import { SegmentList, type Segment } from './offset-segments.ts';

/** A source line without its line end: offsets in the scalar's source. */
interface Line {
  readonly from: number;
  readonly to: number;
  readonly spaces: number;
}

/**
 * Segments of a literal block (`|`, `|-`, `|2+` …). The indentation of a block with an indentation indicator depends on
 * its parent, so the one that gives the value is searched.
 */
export function literalSegments(source: string, value: string): readonly Segment[] | null {
  const header = /^\|[-+0-9]*[^\n]*(?:\n|$)/.exec(source)?.[0];
  if (header === undefined) return null;
  const lines = linesFrom(source, header.length);
  const first = lines.find((line) => line.spaces < line.to - line.from);
  const indicated = /^\|[-+]?[1-9]/.test(header);
  const most = first?.spaces ?? Math.max(0, ...lines.map((line) => line.spaces));
  for (let indent = most; indent >= 0; indent--) {
    const segments = withIndent(source, lines, indent, value);
    if (segments !== null) return segments;
    if (!indicated && first !== undefined) return null;
  }
  return null;
}

function linesFrom(source: string, start: number): Line[] {
  const lines: Line[] = [];
  let from = start;
  while (from <= source.length) {
    const feed = source.indexOf('\n', from);
    const end = feed < 0 ? source.length : feed;
    const to = source.charAt(end - 1) === '\r' && end > from ? end - 1 : end;
    const spaces = /^ */.exec(source.slice(from, to))?.[0].length ?? 0;
    lines.push({ from, to, spaces });
    if (feed < 0) break;
    from = feed + 1;
  }
  return lines;
}

/** Each line's content stands for itself; a line end and the indentation behind it is written for one line feed. */
function withIndent(
  source: string,
  lines: readonly Line[],
  indent: number,
  value: string,
): readonly Segment[] | null {
  const list = new SegmentList();
  let decoded = 0;
  for (const [i, line] of lines.entries()) {
    const content = Math.min(line.from + indent, line.to);
    const text = source.slice(content, line.to);
    if (value.slice(decoded, decoded + text.length) !== text)
      return decoded === value.length ? list.segments : null;
    list.same(content, line.to);
    decoded += text.length;
    if (decoded === value.length) return list.segments;
    if (value.charAt(decoded) !== '\n') return null;
    const next = lines[i + 1];
    const to = next === undefined ? source.length : Math.min(next.from + indent, next.to);
    list.written(line.to, to, 1);
    decoded += 1;
  }
  return decoded === value.length ? list.segments : null;
}
