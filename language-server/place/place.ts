import { placed, type SourceDocument, type ValuePath } from '../../engine/evalset/index.ts';
import { flowPlace } from './flow.ts';
import { yamlPlace } from './yaml.ts';

/**
 * Where a cursor stands in a text that may be half typed. It is found by indentation and brackets, never by a parser:
 * what is being typed is what a parser cannot read yet.
 */
export interface Place {
  /** `key`: a key of the map at `path` is typed. `value`: the value at `path`. `text`: inside a long text there. */
  readonly what: 'key' | 'value' | 'text';
  readonly path: ValuePath;
  /** The value of the file as far as it tells models apart: the path's maps with what stands beside it. */
  readonly value: unknown;
  /** What stands in the map where a key is typed. */
  readonly present: ReadonlySet<string>;
  /** What is replaced: the word or quoted text around the cursor; in a long text, nothing. */
  readonly from: number;
  readonly to: number;
  readonly style: 'block' | 'flow' | 'json';
  /** Column at which the map's keys stand, or would stand; in a flow, 0. */
  readonly column: number;
  /** Whether a colon stands behind the key already. */
  readonly colon: boolean;
  /** Whether this is the place of a list's item of which nothing stands yet (`- `, or between brackets). */
  readonly item: boolean;
  /** Whether the dash of the item is still to be written. */
  readonly dash: boolean;
}

/** The place of an offset; null in a comment, or where nothing can be told. */
export function placeAt(document: SourceDocument, offset: number): Place | null {
  const { base, place } = placeIn(document, offset);
  return place === null ? null : { ...place, from: place.from + base, to: place.to + base };
}

/** So far behind a cursor a large text is looked at. */
const AHEAD = 65_536;

export interface PlaceIn {
  readonly text: string;
  readonly base: number;
  readonly place: Place | null;
}

/**
 * The place of an offset, counted in `text`: of a large text the part around it, which begins at `base`. All of it would be
 * a copy of megabytes at each key press.
 */
export function placeIn(document: SourceDocument, offset: number): PlaceIn {
  return document.format === 'yaml' ? yamlPlaceIn(document, offset) : jsonPlaceIn(document, offset);
}

function yamlPlaceIn(document: SourceDocument, offset: number): PlaceIn {
  const tree = document.split === null ? undefined : document.tree;
  const last =
    tree?.type === 'list'
      ? tree.items.findLastIndex((item) => item.type === 'part' && item.from <= offset)
      : -1;
  const base = tree?.type === 'list' ? tree.items[last]?.from : undefined;
  if (tree?.type !== 'list' || base === undefined) {
    const { text } = document;
    return { text, base: 0, place: yamlPlace(text, offset) };
  }
  const text = document.slice(base, offset + AHEAD);
  // Items that share lines begin together.
  const first = tree.items.findIndex((item) => item.from === base);
  return { text, base, place: below(yamlPlace(text, offset - base), first) };
}

/** A place that was found from some item of a list on, as one in the whole list. */
function below(place: Place | null, first: number): Place | null {
  const [index, ...rest] = place?.path ?? [];
  if (place === null || typeof index !== 'number' || !Array.isArray(place.value)) return place;
  const value: unknown[] = [];
  value[first + index] = place.value[index] as unknown;
  return { ...place, path: [first + index, ...rest], value };
}

function jsonPlaceIn(document: SourceDocument, offset: number): PlaceIn {
  const { from, path } = partAround(document, offset);
  const base = document.split === null ? 0 : from;
  const text = document.split === null ? document.text : document.slice(base, offset + AHEAD);
  return { text, base, place: flowPlace(text, from - base, offset - base, 'json', path, 0) };
}

/** The innermost part of a large text that begins before an offset: what stands before it need not be looked at. */
function partAround({ tree }: SourceDocument, offset: number): { from: number; path: ValuePath } {
  let found: { from: number; path: ValuePath } = { from: 0, path: [] };
  let node = tree;
  let base = 0;
  let path: ValuePath = [];
  while (node !== undefined) {
    const here = placed(node, base);
    if (node.type === 'part') found = { from: here.base + here.node.from, path };
    const below = here.node;
    const start = here.base;
    if (below.type === 'list') {
      const i = below.items.findLastIndex((item) => startOf(item, start) <= offset);
      node = below.items[i];
      path = [...path, i];
    } else if (below.type === 'map') {
      const entry = below.entries.findLast(({ value }) => startOf(value, start) <= offset);
      node = entry?.value;
      path = [...path, entry?.key ?? ''];
    } else return found;
    base = start;
    if (node === undefined || node.type === 'alias') return found;
  }
  return found;
}

function startOf(node: Parameters<typeof placed>[0], base: number): number {
  const here = placed(node, base);
  return here.base + here.node.from;
}
