import { pathOf, pointerOf } from '../pointer.ts';
import type { ValuePath } from '../model.ts';
import { align } from './align.ts';
import { changeOf, type TextChange } from './change.ts';
import { textOf, type LetterText } from './texts.ts';

/** How a text, or an item with texts, differs from the pin. Paths count from the card. */
export type PinDifference =
  | (TextChange & {
      readonly what: 'text';
      readonly at: ValuePath;
      /** Where the pin has it. */
      readonly pointer: string;
    })
  /** A text, or an item of a list, that the pin does not have. */
  | { readonly what: 'added'; readonly at: ValuePath }
  /** One that only the pin has; `at` held it. `text` is the first of it. */
  | { readonly what: 'removed'; readonly at: ValuePath; readonly pointer: string; readonly text: string };

/** A card whose texts are as pinned may differ in something else: its hash says so. */
export type CardDifference = PinDifference | { readonly what: 'other' };

/** An item of a list: its texts by the rest of their pointers. */
type Item = Map<string, { readonly pointer: string; readonly text: string }>;

interface Sorted {
  /** Texts outside lists, by pointer. */
  readonly single: Map<string, string>;
  /** Items by list and index. */
  readonly lists: Map<string, Map<number, Item>>;
}

/** Compares the texts of a card with those that are pinned. */
export function compareTexts(
  pinned: Readonly<Record<string, readonly string[]>>,
  now: readonly LetterText[],
): PinDifference[] {
  const before = sorted(Object.entries(pinned).map(([pointer, lines]) => [pathOf(pointer), textOf(lines)]));
  const after = sorted(now.map(({ at, text }) => [at, text]));
  const found = singles(before.single, after.single);
  for (const list of new Set([...before.lists.keys(), ...after.lists.keys()]))
    found.push(...items(list, before.lists.get(list) ?? new Map(), after.lists.get(list) ?? new Map()));
  return found;
}

function sorted(texts: readonly (readonly [ValuePath, string])[]): Sorted {
  const result: Sorted = { single: new Map(), lists: new Map() };
  for (const [at, text] of texts) {
    const pointer = pointerOf(at);
    const step = at.findIndex((one) => typeof one === 'number');
    if (step < 0) {
      result.single.set(pointer, text);
      continue;
    }
    const list = pointerOf(at.slice(0, step));
    const index = Number(at[step]);
    const all = result.lists.get(list) ?? new Map<number, Item>();
    const item: Item = all.get(index) ?? new Map<string, never>();
    item.set(pointerOf(at.slice(step + 1)), { pointer, text });
    all.set(index, item);
    result.lists.set(list, all);
  }
  return result;
}

function singles(before: ReadonlyMap<string, string>, now: ReadonlyMap<string, string>): PinDifference[] {
  const found: PinDifference[] = [];
  for (const [pointer, pinned] of before) {
    const text = now.get(pointer);
    if (text === undefined)
      found.push({ what: 'removed', at: pathOf(pointer).slice(0, -1), pointer, text: pinned });
    else if (text !== pinned) found.push(changed(pathOf(pointer), pointer, pinned, text));
  }
  for (const pointer of now.keys())
    if (!before.has(pointer)) found.push({ what: 'added', at: pathOf(pointer) });
  return found;
}

function items(
  list: string,
  before: ReadonlyMap<number, Item>,
  now: ReadonlyMap<number, Item>,
): PinDifference[] {
  const [old, new_] = [[...before], [...now]];
  const key = (item: Item): string => [...item].map(([rest, { text }]) => `${rest}\0${text}`).join('\0');
  const at = pathOf(list);
  const pairs = align(
    old.map(([, item]) => key(item)),
    new_.map(([, item]) => key(item)),
  );
  return pairs.flatMap((pair): PinDifference[] => {
    const was = pair.before === null ? undefined : old[pair.before];
    const is = pair.now === null ? undefined : new_[pair.now];
    if (is !== undefined && was !== undefined) return inItem([...at, is[0]], was[1], is[1]);
    if (is !== undefined) return [{ what: 'added', at: [...at, is[0]] }];
    const [first] = was?.[1].values() ?? [];
    return first === undefined ? [] : [{ what: 'removed', at, ...first }];
  });
}

function inItem(at: ValuePath, before: Item, now: Item): PinDifference[] {
  const found: PinDifference[] = [];
  for (const [rest, { pointer, text: pinned }] of before) {
    const here = now.get(rest);
    const path = [...at, ...pathOf(rest)];
    if (here === undefined) found.push({ what: 'removed', at: path.slice(0, -1), pointer, text: pinned });
    else if (here.text !== pinned) found.push(changed(path, pointer, pinned, here.text));
  }
  for (const rest of now.keys())
    if (!before.has(rest)) found.push({ what: 'added', at: [...at, ...pathOf(rest)] });
  return found;
}

function changed(at: ValuePath, pointer: string, pinned: string, now: string): PinDifference {
  return { what: 'text', at, pointer, ...changeOf(pinned, now) };
}
