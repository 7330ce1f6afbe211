import { beginsChild, indentOf, isBlank, type Frame } from './frame.ts';

/** An earlier state of a body, and where its children began. */
export interface Before {
  readonly text: string;
  readonly begins: readonly number[];
}

/** Where the children of a body begin. The first `head` and the last `tail` of them are those of the earlier state. */
export interface Begins {
  readonly begins: readonly number[];
  readonly head: number;
  readonly tail: number;
}

/** Finds where children begin; null when a line stands where none of this frame can. Lines that did not change are not read. */
export function beginsOf(body: string, frame: Frame, before: Before | null): Begins | null {
  if (before === null) {
    const begins = scan(body, frame, 0, body.length);
    return begins === null ? null : { begins, head: 0, tail: 0 };
  }
  const { text: old, begins: known } = before;
  const shorter = Math.min(old.length, body.length);
  const prefix = sameLength(shorter, (from, to) => old.slice(from, to) === body.slice(from, to));
  const suffix = sameLength(
    shorter - prefix,
    (from, to) =>
      old.slice(old.length - to, old.length - from) === body.slice(body.length - to, body.length - from),
  );
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

function scan(body: string, frame: Frame, from: number, to: number): number[] | null {
  const begins: number[] = [];
  for (let line = from; line < to;) {
    const indent = indentOf(body, line);
    const first = body[line + indent] ?? '\n';
    if (indent <= frame.indent && !isBlank(first)) {
      const begin = beginsChild(body, line + indent, frame);
      const outside = indent < frame.indent && !(frame.format === 'yaml' && first === '#');
      if (begin === null || outside) return null;
      if (begin && indent === frame.indent) begins.push(line);
    }
    const end = body.indexOf('\n', line);
    line = end < 0 || end >= to ? to : end + 1;
  }
  return begins;
}

/** The greatest length up to `most` at which two texts are the same; `same` says it of a part of them. */
function sameLength(most: number, same: (from: number, to: number) => boolean): number {
  let low = 0;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (same(low, middle)) low = middle;
    else high = middle - 1;
  }
  return low;
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
