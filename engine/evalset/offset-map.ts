import type { Sliced } from './lines.ts';
import type { OffsetRange } from './model.ts';
import { flowSegments } from './offset-flow.ts';
import { literalSegments } from './offset-literal.ts';
import { decodedLength, type Segment } from './offset-segments.ts';
import type { ScalarNode } from './tree.ts';

/** Maps offsets of a decoded string to offsets of the source that writes it. */
export interface OffsetMap {
  /** The source of a span of the decoded string: the shortest text that decodes to all of it. */
  range(span: OffsetRange): OffsetRange;
}

/** Builds the map of a string scalar. What cannot be followed (a folded block) maps to the whole scalar. */
export function offsetMap(text: Sliced, node: ScalarNode): OffsetMap {
  const whole = { from: node.from, to: node.to };
  if (typeof node.value !== 'string') return { range: () => whole };
  const segments = segmentsOf(text, node, node.value);
  if (segments === null) return { range: () => whole };
  return { range: (span) => mapSpan(segments, span, whole) };
}

function segmentsOf(text: Sliced, node: ScalarNode, value: string): readonly Segment[] | null {
  const source = text.slice(node.from, node.to);
  let segments: readonly Segment[] | null = null;
  if (node.style === 'literal') segments = literalSegments(source, value);
  else if (node.style !== 'folded') segments = flowSegments(source, node.style);
  if (segments === null || decodedLength(segments) !== value.length) return null;
  return segments.map((segment) => ({ ...segment, source: segment.source + node.from }));
}

function mapSpan(segments: readonly Segment[], span: OffsetRange, whole: OffsetRange): OffsetRange {
  const from = Math.max(0, span.from);
  const first = segmentAt(segments, from);
  const last = segmentAt(segments, Math.max(from, span.to - 1));
  if (first === undefined || last === undefined) {
    const end = segments.at(-1);
    const at = end === undefined ? whole.to : end.source + end.sourceLength;
    return first === undefined ? { from: at, to: at } : { from: startIn(first, from), to: at };
  }
  const start = startIn(first, from);
  return span.to <= from ? { from: start, to: start } : { from: start, to: endIn(last, span.to) };
}

const startIn = (segment: Segment, decoded: number): number =>
  segment.source + (segment.same ? decoded - segment.decoded : 0);

const endIn = (segment: Segment, decoded: number): number =>
  segment.source + (segment.same ? decoded - segment.decoded : segment.sourceLength);

function segmentAt(segments: readonly Segment[], decoded: number): Segment | undefined {
  let low = 0;
  let high = segments.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const segment = segments[middle];
    if (segment === undefined) return undefined;
    if (decoded < segment.decoded) high = middle - 1;
    else if (decoded >= segment.decoded + segment.decodedLength) low = middle + 1;
    else return segment;
  }
  return undefined;
}
