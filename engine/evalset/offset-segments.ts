/** A stretch of a decoded string and the source that writes it. `same`: character for character. */
export interface Segment {
  readonly decoded: number;
  readonly decodedLength: number;
  readonly source: number;
  readonly sourceLength: number;
  readonly same: boolean;
}

export function decodedLength(segments: readonly Segment[]): number {
  const last = segments.at(-1);
  return last === undefined ? 0 : last.decoded + last.decodedLength;
}

/** Collects segments in order, joining neighbours that are copied character for character. */
export class SegmentList {
  readonly segments: Segment[] = [];
  #decoded = 0;

  /** Source from..to stands for itself. */
  same(from: number, to: number): void {
    if (to <= from) return;
    const length = to - from;
    const last = this.segments.at(-1);
    if (last?.same === true && last.source + last.sourceLength === from)
      this.segments[this.segments.length - 1] = {
        ...last,
        decodedLength: last.decodedLength + length,
        sourceLength: last.sourceLength + length,
      };
    else
      this.segments.push({
        decoded: this.#decoded,
        decodedLength: length,
        source: from,
        sourceLength: length,
        same: true,
      });
    this.#decoded += length;
  }

  /** Source from..to is written for `length` decoded units. */
  written(from: number, to: number, length: number): void {
    if (length === 0) return;
    this.segments.push({
      decoded: this.#decoded,
      decodedLength: length,
      source: from,
      sourceLength: to - from,
      same: false,
    });
    this.#decoded += length;
  }
}
