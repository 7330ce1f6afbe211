import type { Text } from './text.ts';
import { beginsChild, indentOf, isBlank, type Frame } from './frame.ts';

/** An earlier state of a body, and where its children began. */
export interface Before {
  readonly text: Text;
  readonly begins: readonly number[];
}

/** Where the children of a body begin. The first `head` and the last `tail` of them are those of the earlier state. */
export interface Begins {
  readonly begins: readonly number[];
  readonly head: number;
  readonly tail: number;
}

/** Finds where children begin; null when a line stands where none of this frame can. Lines that did not change are not read. */
export function beginsOf(body: Text, frame: Frame, before: Before | null): Begins | null {
  if (before === null) {
    const begins = scan(body, frame, 0, body.length);
    return begins === null ? null : { begins, head: 0, tail: 0 };
  }
  const { text: old, begins: known } = before;
  const prefix = body.samePrefix(old);
  const suffix = body.sameSuffix(old, Math.min(old.length, body.length) - prefix);
  // Whole lines: from the one in which they begin to differ to the end of the one in which they cease to.
  const from = prefix === 0 ? 0 : body.lastIndexOf('\n', prefix - 1) + 1;
  const lineEnd = old.indexOf('\n', old.length - suffix);
  const oldTo = lineEnd < 0 ? old.length : lineEnd + 1;
  const moved = body.length - old.length;
  const changed = scan(body, frame, from, oldTo + moved);
  if (changed === null) return null;
  const head = firstAtLeast(known, from);
  const rest = firstAtLeast(known, Math.max(oldTo, from));
  const begins = known.slice(0, head);
  for (const at of changed) begins.push(at);
  for (let i = rest; i < known.length; i++) begins.push((known[i] ?? 0) + moved);
  return { begins, head, tail: known.length - rest };
}

/** Where children begin in some whole lines of a body. */
function scan(body: Text, frame: Frame, from: number, to: number): number[] | null {
  const lines = body.slice(from, to);
  const begins: number[] = [];
  for (let line = 0; line < lines.length;) {
    const indent = indentOf(lines, line);
    const first = lines[line + indent] ?? '\n';
    if (indent <= frame.indent && !isBlank(first)) {
      const begin = beginsChild(lines, line + indent, frame);
      const outside = indent < frame.indent && !(frame.format === 'yaml' && first === '#');
      if (begin === null || outside) return null;
      if (begin && indent === frame.indent) begins.push(from + line);
    }
    const end = lines.indexOf('\n', line);
    line = end < 0 ? lines.length : end + 1;
  }
  return begins;
}

/** Index of the first number that is not below `wanted`. */
function firstAtLeast(numbers: readonly number[], wanted: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < wanted) low = middle + 1;
    else high = middle;
  }
  return low;
}
