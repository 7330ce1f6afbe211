import type { PointMark } from './marks.ts';

/**
 * The marks whose line ends with another checkpoint as well: in JSON several points stand in one string, whatever the
 * language of the document is called, and in YAML they may. Their words follow their own range, not the line.
 */
export function sharingLine(marks: readonly PointMark[]): ReadonlySet<PointMark> {
  const byLine = new Map<number, PointMark[]>();
  for (const mark of marks) {
    const { line } = mark.range.end;
    byLine.set(line, [...(byLine.get(line) ?? []), mark]);
  }
  return new Set([...byLine.values()].filter((all) => all.length > 1).flat());
}
