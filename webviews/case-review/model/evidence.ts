import type { EvidenceItem, EvidenceKind, EvidencePage, ShownText } from '../../../schemas/review.ts';

export const PAGE = 100;
const KINDS: readonly EvidenceKind[] = ['thread', 'tables', 'documents', 'events'];

interface List {
  total: number | null;
  readonly items: Map<number, EvidenceItem>;
  /** For every page that was asked for: the revision of the case at that time. */
  readonly asked: Map<number, string>;
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
    KINDS.map((kind) => [kind, { total: null, items: new Map(), asked: new Map() }]),
  );
  readonly #opened = new Map<string, Opened>();

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

  /** Starts of the pages that must be asked for to show these items at this revision; they count as asked. */
  wanted(kind: EvidenceKind, first: number, last: number, revision: string): readonly number[] {
    const { asked, total } = this.#list(kind);
    const end = total === null ? 0 : Math.min(last, Math.max(0, total - 1));
    const pages: number[] = [];
    for (let page = Math.floor(first / PAGE); page * PAGE <= Math.max(end, first); page += 1) {
      if (asked.get(page) === revision) continue;
      asked.set(page, revision);
      pages.push(page * PAGE);
    }
    return pages;
  }

  put(page: EvidencePage): void {
    const list = this.#list(page.kind);
    list.total = page.total;
    page.items.forEach((item, i) => list.items.set(page.from + i, item));
    for (const index of list.items.keys()) if (index >= page.total) list.items.delete(index);
  }

  putText(place: Place, from: number, text: string, length: number): void {
    const key = keyOf(place);
    const known = this.#opened.get(key);
    const opened = known?.length === length ? known : { length, parts: new Map<number, string>() };
    opened.parts.set(from, text);
    this.#opened.set(key, opened);
  }

  /** The text with the pieces that were asked for since, joined where they touch. */
  text(place: Place, shown: ShownText): ShownText {
    const opened = this.#opened.get(keyOf(place));
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

function keyOf({ kind, index, column }: Place): string {
  return JSON.stringify([kind, index, column ?? null]);
}

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
