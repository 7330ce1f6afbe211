import type { ValuePath } from '../model.ts';
import type { MapEntry, SyntaxProblem, TreeNode } from '../tree.ts';
import type { Lines } from './lines-of.ts';
import type { Split } from './split.ts';

/**
 * How far a value can be trusted. `broken`: a mistake in the text, so it is not what the author meant. `flawed`: it can be
 * looked at, but not used.
 */
export type UnitState = 'good' | 'flawed' | 'broken';

/** A part of a file's value, with the lines that it is written in. An edit elsewhere in the file leaves all but its place. */
export interface Unit {
  readonly at: ValuePath;
  /** The very same as long as its lines stay as they are. */
  readonly value: unknown;
  readonly state: UnitState;
  /** Offsets of `node` and `entry` are those of `text`. */
  readonly text: string;
  readonly lines: Lines;
  readonly node: TreeNode;
  readonly entry: Pick<MapEntry, 'key' | 'keyRange'> | null;
  /** The line of the file that `text` begins with. */
  readonly line: number;
}

export function stateOf(problems: readonly SyntaxProblem[]): UnitState {
  if (problems.length === 0) return 'good';
  return problems.some((problem) => problem.fatal) ? 'broken' : 'flawed';
}

/** The values of the blocks; large children are taken apart again, down to so many levels. */
export function unitsOf(split: Split, levels: number, above: ValuePath = [], firstLine = 0): Unit[] {
  const { frame, blocks } = split;
  const units: Unit[] = [];
  let index = 0;
  let line = firstLine + split.firstLine;
  for (const { children, split: inner, problems, text, lines } of blocks) {
    for (const { node, entry, value } of children) {
      const at = [...above, frame.type === 'list' ? index : (entry?.key ?? '')];
      index += 1;
      if (inner !== null && levels > 1) units.push(...unitsOf(inner, levels - 1, at, line));
      else
        units.push({ at, value, state: stateOf(problems), text: text.toString(), lines, node, entry, line });
    }
    line += lines.count;
  }
  return units;
}
