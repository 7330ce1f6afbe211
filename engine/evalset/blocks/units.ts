import { Last } from '../kept.ts';
import type { ValuePath } from '../model.ts';
import type { MapEntry, SyntaxProblem, TreeNode } from '../tree.ts';
import type { Block, Child } from './block.ts';
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

/** Where the first child of a block stands. */
interface Place {
  readonly above: ValuePath;
  readonly index: number;
  readonly line: number;
}

/** The parts of a block as they were last asked for: an edit that moves none of them leaves them all. */
export type BlockUnits = Last<Place, readonly Unit[]>;

export function blockUnits(): BlockUnits {
  return new Last((a, b) => a.index === b.index && a.line === b.line && samePath(a.above, b.above));
}

const samePath = (a: ValuePath, b: ValuePath): boolean =>
  a.length === b.length && a.every((step, i) => step === b[i]);

/** The values of the blocks; large children are taken apart again, down to so many levels. */
export function unitsOf(split: Split, levels: number, above: ValuePath = [], firstLine = 0): Unit[] {
  const list = split.frame.type === 'list';
  const units: Unit[] = [];
  let index = 0;
  let line = firstLine + split.firstLine;
  for (const block of split.blocks) {
    const place = { above, index, line };
    if (block.split !== null && levels > 1)
      for (const at of block.children.map((child, i) => pathOf(child, place, i)))
        units.push(...unitsOf(block.split, levels - 1, at, line));
    else units.push(...block.units.of(place, () => unitsIn(block, place)));
    if (list) index += block.children.length;
    line += block.lines.count;
  }
  return units;
}

const pathOf = ({ entry }: Child, { above, index }: Place, i: number): ValuePath => [
  ...above,
  entry?.key ?? index + i,
];

function unitsIn({ children, problems, text, lines }: Block, place: Place): Unit[] {
  const [state, whole] = [stateOf(problems), text.toString()];
  return children.map((child, i) => {
    const { node, entry, value } = child;
    return { at: pathOf(child, place, i), value, state, text: whole, lines, node, entry, line: place.line };
  });
}
