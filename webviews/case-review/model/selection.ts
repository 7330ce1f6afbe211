import type { EvidenceKind } from '../../../schemas/review.ts';

/** Words of one item of the evidence that the person selected. */
export interface Selected {
  readonly kind: EvidenceKind;
  readonly index: number;
  readonly column?: string | undefined;
  readonly text: string;
}

const MOST = 4_000;

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement;
}

/** What is selected in the list of evidence; null when it is nothing, or more than one item. */
export function selectedIn(kind: EvidenceKind): Selected | null {
  const selection = window.getSelection();
  if (selection === null || selection.isCollapsed || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0).cloneRange();
  const start = elementOf(range.startContainer);
  const item = start?.closest<HTMLElement>('.evidence .virtual-item');
  if (item == null) return null;
  if (!item.contains(range.endContainer)) {
    // A threefold click ends at the very beginning of what follows.
    if (range.endOffset > 0) return null;
    range.setEndAfter(item.lastChild ?? item);
  }
  const within = elementOf(range.commonAncestorContainer)?.closest('.evidence-text') != null;
  const words = range.cloneContents();
  for (const tag of words.querySelectorAll('.quote-tag, .gap')) tag.remove();
  const parts = within ? [words] : [...words.querySelectorAll('.evidence-text')];
  const text = parts
    .map((part) => part.textContent)
    .join('')
    .trim();
  if (text === '' || text.length > MOST) return null;
  const column = start?.closest<HTMLElement>('.cell')?.dataset['column'];
  const place = { kind, index: Number(item.dataset['index']), text };
  return column === undefined ? place : { ...place, column };
}
