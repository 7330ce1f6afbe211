import { Buffer } from 'node:buffer';
import type { EvidenceItem, EvidenceKind, EvidencePage } from '../../schemas/review.ts';
import type { Words } from '../report/index.ts';
import type { CaseModel } from './case.ts';
import type { Place } from './normal-place.ts';
import { LIMITS, shownText, sliceOf, type Limits } from './shown.ts';

/** An answer is smaller than this, in bytes of JSON: it goes to the editor and on to a webview. */
const MAX_PAGE = 900_000;
/** Where a page would be too large, less of each long text is shown. */
const SHORTER: readonly Limits[] = [
  LIMITS,
  { head: 1000, around: 200 },
  { head: 240, around: 80 },
  { head: 60, around: 30 },
];

/** Items of one list. A page may hold fewer than were asked for, but always at least one if there is one. */
export function pageOf(
  model: CaseModel,
  kind: EvidenceKind,
  from: number,
  count: number,
  revision: string,
  words: Words,
): EvidencePage {
  const list = model.lists[kind];
  const places = placesOf(model, kind);
  const wanted = list.slice(from, from + count);
  const render = (limits: Limits): EvidenceItem[] =>
    wanted.map((item, i) =>
      item.show({
        words,
        cut: (text, column) => shownText(text, places.get(keyOf(from + i, column)) ?? [], limits),
      }),
    );
  let items: EvidenceItem[] = [];
  for (const limits of SHORTER) {
    items = render(limits);
    if (sizeOf(items) < MAX_PAGE) break;
  }
  while (items.length > 1 && sizeOf(items) >= MAX_PAGE) items = items.slice(0, Math.ceil(items.length / 2));
  return { kind, from, total: list.length, items, revision };
}

const sizeOf = (items: readonly EvidenceItem[]): number => Buffer.byteLength(JSON.stringify(items));

const keyOf = (index: number, column: string | undefined): string => `${index} ${column ?? ''}`;

/** Places of quotes, by item and column. */
function placesOf({ points }: CaseModel, kind: EvidenceKind): Map<string, Place[]> {
  const places = new Map<string, Place[]>();
  for (const point of points)
    for (const judgement of point.judgements)
      for (const { target } of judgement.quotes) {
        if (target?.kind !== kind || target.end === target.start) continue;
        const key = keyOf(target.index, target.column);
        places.set(key, [...(places.get(key) ?? []), { start: target.start, end: target.end }]);
      }
  return places;
}

/** A slice of a whole text; empty when there is no such item. */
export function textOf(
  { lists }: CaseModel,
  kind: EvidenceKind,
  index: number,
  column: string | undefined,
  from: number,
  count: number,
): string {
  const text = lists[kind][index]?.text(column);
  return text === undefined ? '' : sliceOf(text, from, count);
}
