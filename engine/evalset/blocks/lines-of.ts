import type { Position } from '../model.ts';
import { LineIndex } from '../lines.ts';
import { once } from '../once.ts';

/** What can be told of places in a text. */
export interface Lines {
  /** Line ends. */
  readonly count: number;
  positionAt(offset: number): Position;
  offsetAt(position: Position): number;
}

/** The lines of a text. They are only counted until one is asked for: of most blocks none ever is. */
export function linesOf(text: string): Lines {
  const index = once(() => new LineIndex(text));
  let count = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10 || (code === 13 && text.charCodeAt(i + 1) !== 10)) count += 1;
  }
  return {
    count,
    positionAt: (offset) => index().positionAt(offset),
    offsetAt: (position) => index().offsetAt(position),
  };
}

/** The lines of texts that follow each other, each ending with a line end. `length`: of all of them together. */
export function stackedLines(parts: readonly Lines[], starts: readonly number[], length: number): Lines {
  const before: number[] = [];
  let count = 0;
  for (const part of parts) {
    before.push(count);
    count += part.count;
  }
  return {
    count,
    positionAt(offset) {
      const at = Math.max(0, Math.min(offset, length));
      const i = lastAtMost(starts, at);
      const { line, character } = parts[i]?.positionAt(at - (starts[i] ?? 0)) ?? { line: 0, character: 0 };
      return { line: line + (before[i] ?? 0), character };
    },
    offsetAt({ line, character }: Position) {
      if (line > count) return length;
      const i = lastAtMost(before, Math.max(0, line));
      const at = { line: Math.max(0, line) - (before[i] ?? 0), character: line < 0 ? 0 : character };
      return (starts[i] ?? 0) + (parts[i]?.offsetAt(at) ?? 0);
    },
  };
}

/** Index of the last number that is at most `wanted`; 0 when there is none. */
function lastAtMost(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= wanted) low = middle;
    else high = middle;
  }
  return low;
}
