import {
  evidenceKind,
  type EvidenceItem,
  type EvidenceKind,
  type EvidencePage,
  type ShownText,
} from '../../../schemas/review.ts';

const PAGE = 100;

interface List {
  total: number | null;
  readonly items: Map<number, EvidenceItem>;
  /** For every item that was asked for: the revision of the case at that time. */
  readonly asked: Map<number, string>;
  /** Items that were asked for and have not come yet. */
  readonly pending: Set<number>;
}

/** Items to ask for. */
export interface Span {
  readonly from: number;
  readonly count: number;
}

/** Pieces of a long text that a person asked for, valid while the text has this length. */
interface Opened {
  readonly length: number;
  readonly parts: Map<number, string>;
}

export interface Place {
  readonly kind: EvidenceKind;
  readonly index: number;
  readonly column?: string | undefined;
}

/**
 * The evidence of one case as far as it was fetched. When the case changes, items stay where they are until their page
 * comes anew, so that a list that is being read does not jump.
 */
export class Evidence {
  readonly #lists = new Map<EvidenceKind, List>(
    evidenceKind.options.map((kind) => [
      kind,
      { total: null, items: new Map(), asked: new Map(), pending: new Set() },
    ]),
  );
  /** By the place of the item, then by column. */
  readonly #opened = new Map<string, Map<string | undefined, Opened>>();

  /** `null` until the first page came. */
  total(kind: EvidenceKind): number | null {
    return this.#list(kind).total;
  }

  item(kind: EvidenceKind, index: number): EvidenceItem | undefined {
    return this.#list(kind).items.get(index);
  }

  /** The heading that an item stands under, if it was fetched. */
  sectionOf(kind: EvidenceKind, index: number): (EvidenceItem & { type: 'section' }) | undefined {
    const { items } = this.#list(kind);
    for (let i = index; i >= 0; i -= 1) {
      const item = items.get(i);
      if (item === undefined) return undefined;
      if (item.type === 'section') return item;
    }
    return undefined;
  }

  /**
   * What must be asked for to show these items at this revision; it counts as asked. Whole pages, and of a page that
   * came short, as those of long texts do, the rest of it once that is in sight.
   */
  wanted(kind: EvidenceKind, first: number, last: number, revision: string): readonly Span[] {
    const { asked, pending, total } = this.#list(kind);
    const end = Math.max(first, total === null ? 0 : Math.min(last, Math.max(0, total - 1)));
    const isAsked = (index: number): boolean => asked.get(index) === revision;
    const spans: Span[] = [];
    for (let page = first - (first % PAGE); page <= end; page += PAGE) {
      let missing = Math.max(first, page);
      while (missing <= end && missing < page + PAGE && isAsked(missing)) missing += 1;
      if (missing > end || missing >= page + PAGE) continue;
      // The items before it come along, unless they are there.
      let from = missing;
      while (from > page && !isAsked(from - 1)) from -= 1;
      let to = missing + 1;
      while (to < page + PAGE && !isAsked(to)) to += 1;
      for (let index = from; index < to; index += 1) {
        asked.set(index, revision);
        pending.add(index);
      }
      spans.push({ from, count: to - from });
    }
    return spans;
  }

  /** What was asked for and did not come is asked for again: the host drops what it is asked while it shows another. */
  forgetPending(): void {
    for (const { asked, pending } of this.#lists.values()) {
      for (const index of pending) asked.delete(index);
      pending.clear();
    }
  }

  put({ kind, from, total, items }: EvidencePage): void {
    const list = this.#list(kind);
    list.total = total;
    items.forEach((item, i) => this.#putItem(kind, from + i, item));
    for (const index of list.items.keys()) if (index >= total) list.items.delete(index);
    // An answer has as many items as it can carry, and one at least: the others of its page were not sent.
    const end = from + items.length;
    if (items.length > 0)
      for (let index = end; list.pending.has(index) && index % PAGE !== 0; index += 1) {
        list.pending.delete(index);
        if (index < total) list.asked.delete(index);
      }
  }

  #putItem(kind: EvidenceKind, index: number, item: EvidenceItem): void {
    const { items, pending } = this.#list(kind);
    // Pieces of the text that stood here do not belong into another one, be it as long.
    if (JSON.stringify(items.get(index)) !== JSON.stringify(item)) this.#opened.delete(keyOf(kind, index));
    items.set(index, item);
    pending.delete(index);
  }

  putText({ kind, index, column }: Place, from: number, text: string, length: number): void {
    const key = keyOf(kind, index);
    const columns = this.#opened.get(key) ?? new Map<string | undefined, Opened>();
    const known = columns.get(column);
    const opened = known?.length === length ? known : { length, parts: new Map<number, string>() };
    opened.parts.set(from, text);
    this.#opened.set(key, columns.set(column, opened));
  }

  /** The text with the pieces that were asked for since, joined where they touch. */
  text({ kind, index, column }: Place, shown: ShownText): ShownText {
    const opened = this.#opened.get(keyOf(kind, index))?.get(column);
    if (opened?.length !== shown.length) return shown;
    const parts = [...shown.parts, ...[...opened.parts].map(([from, text]) => ({ from, text }))];
    return { length: shown.length, parts: join(parts) };
  }

  #list(kind: EvidenceKind): List {
    const list = this.#lists.get(kind);
    if (list === undefined) throw new Error(`no list of ${kind}`);
    return list;
  }
}

const keyOf = (kind: EvidenceKind, index: number): string => `${kind}/${index}`;

function join(parts: readonly { from: number; text: string }[]): { from: number; text: string }[] {
  const out: { from: number; text: string }[] = [];
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    const last = out.at(-1);
    const end = last === undefined ? -1 : last.from + last.text.length;
    if (last === undefined || part.from > end) out.push({ ...part });
    else if (part.from + part.text.length > end) last.text += part.text.slice(end - part.from);
  }
  return out;
}
