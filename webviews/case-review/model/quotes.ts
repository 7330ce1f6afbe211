import {
  evidenceKind,
  type EvidenceKind,
  type Judgement,
  type Quote,
  type ReviewPoint,
} from '../../../schemas/review.ts';

/** A quote together with the word that rests on it. */
export interface PlacedQuote {
  readonly quote: Quote;
  readonly point: ReviewPoint;
  readonly judgement: Judgement;
}

export interface QuoteIndex {
  readonly byId: ReadonlyMap<string, PlacedQuote>;
  /** In the order of the points, first judge before second. */
  readonly all: readonly PlacedQuote[];
  at(kind: EvidenceKind, index: number): readonly PlacedQuote[];
}

const NONE: readonly PlacedQuote[] = [];

/** @param blind without those of the judges */
export function indexQuotes(points: readonly ReviewPoint[], blind = false): QuoteIndex {
  const all = points.flatMap((point) =>
    [...(blind ? [] : point.judgements), ...point.human].flatMap((judgement) =>
      judgement.quotes.map((quote) => ({ quote, point, judgement })),
    ),
  );
  const places = new Map<string, PlacedQuote[]>();
  for (const placed of all) {
    const { target } = placed.quote;
    if (target === null) continue;
    const key = `${target.kind}/${target.index}`;
    const here = places.get(key);
    if (here === undefined) places.set(key, [placed]);
    else here.push(placed);
  }
  return {
    all,
    byId: new Map(all.map((placed) => [placed.quote.id, placed])),
    at: (kind, index) => places.get(`${kind}/${index}`) ?? NONE,
  };
}

/** Quotes of a point that stand somewhere, in reading order: the tab that is shown first, then by place. */
export function quotesOf(
  quotes: QuoteIndex,
  point: string | null,
  tab: EvidenceKind,
): readonly PlacedQuote[] {
  const rank = (kind: EvidenceKind): number => (kind === tab ? -1 : evidenceKind.options.indexOf(kind));
  return quotes.all
    .filter((placed) => placed.quote.target !== null && (point === null || placed.quote.point === point))
    .toSorted((a, b) => {
      const [x, y] = [a.quote.target, b.quote.target];
      if (x === null || y === null) return 0;
      return rank(x.kind) - rank(y.kind) || x.index - y.index || x.start - y.start;
    });
}

export interface Segment {
  readonly text: string;
  readonly quotes: readonly PlacedQuote[];
  /** Quotes whose last character this is: their tags follow. */
  readonly ends: readonly PlacedQuote[];
}

/**
 * Cuts a part of a text wherever a quote begins or ends, so that quotes can share text.
 * `from`: offset of the part in the whole text. `next`: where the following part begins; a quote that ends in the gap
 * before it gets its tag here. Quotes without length have no segment: they belong to the item.
 */
export function cut(
  text: string,
  from: number,
  next: number,
  quotes: readonly PlacedQuote[],
): readonly Segment[] {
  const to = from + text.length;
  const spans = quotes.flatMap((placed) => {
    const { target } = placed.quote;
    if (target === null || target.end <= target.start) return [];
    const start = Math.max(from, target.start);
    const end = Math.min(to, target.end);
    return end > start ? [{ placed, start, end, ends: target.end <= next }] : [];
  });
  const points = [...new Set([from, to, ...spans.flatMap((s) => [s.start, s.end])])].sort((a, b) => a - b);
  return points.slice(0, -1).map((start, i) => {
    const end = points[i + 1] ?? to;
    const over = spans.filter((s) => s.start <= start && s.end >= end);
    return {
      text: text.slice(start - from, end - from),
      quotes: over.map((s) => s.placed),
      ends: over.filter((s) => s.ends && s.end === end).map((s) => s.placed),
    };
  });
}
