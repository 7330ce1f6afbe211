import type { Range } from 'vscode-languageserver';
import type { FileUnit, LoadedFile } from '../engine/evalset/index.ts';

/** A part of a file, with the lines of the file that its document's lines are counted from. */
export interface PlacedUnit {
  readonly unit: FileUnit;
  readonly line: number;
}

/** The parts of a file that have lines in a range; all of them without one. What is asked of a screen looks at few. */
export function unitsIn({ units }: LoadedFile, range?: Range): PlacedUnit[] {
  return units.flatMap((unit, i) => {
    // A file that was read whole has one text, and its parts stand where they stand in it.
    const line = unit.at.length === 0 ? 0 : unit.line;
    if (range === undefined) return [{ unit, line }];
    // Most parts of a large file are told by where they and the next begin.
    const next = units[i + 1]?.line ?? 0;
    if (unit.line > range.end.line || (next > 0 && next < range.start.line)) return [];
    const { document } = unit;
    const whole = document.locate(unit.inside);
    const first = document.positionAt(whole.from).line + line;
    const last = document.positionAt(whole.to).line + line;
    return first > range.end.line || last < range.start.line ? [] : [{ unit, line }];
  });
}
