import type {
  EvidenceItem,
  EvidenceKind,
  HumanWord,
  Judgement,
  PointState,
  Quote,
  ReviewPoint,
  ShownText,
  Word,
} from '../../schemas/review.ts';

/** Pieces of a review, in the shapes that the host sends them in. */
export const shown = (text: string): ShownText => ({ parts: [{ from: 0, text }], length: text.length });

export function message(
  name: string,
  role: string,
  when: string,
  text: string | ShownText,
  more: Partial<Extract<EvidenceItem, { type: 'message' }>> = {},
): EvidenceItem {
  return {
    type: 'message',
    message_id: `om_${when}`,
    author: 'npc',
    name,
    role,
    label: '',
    when,
    text: typeof text === 'string' ? shown(text) : text,
    deleted: false,
    edits: 0,
    attachments: [],
    path: 'evidence/H07/thread.json',
    ...more,
  };
}

export function event(
  seq: number,
  when: string,
  icon: Extract<EvidenceItem, { type: 'event' }>['icon'],
  verb: string,
  actor: string,
  by: 'agent' | 'unknown',
  object: string,
): EvidenceItem {
  return { type: 'event', seq, when, icon, verb, actor, by, object: shown(object) };
}

/** A quote of `whole`, at its place in a list; without one, it is gone. */
export function quoteAt(
  id: Pick<Quote, 'point' | 'by' | 'text'> & { readonly n: number },
  where: { kind: EvidenceKind; index: number; whole: string; column?: string } | null,
): Quote {
  const { point: of, by, n, text } = id;
  const base = { id: `${of}/${by}/${n}`, point: of, by, text, path: 'evidence/H07/thread.json' };
  if (where === null) return { ...base, verified: false, target: null };
  const { kind, index, whole, column } = where;
  const start = Math.max(0, whole.indexOf(text));
  const place = { kind, index, start, end: start + text.length };
  return { ...base, verified: true, target: column === undefined ? place : { ...place, column } };
}

export function judgement(
  by: 'first' | 'second',
  word: Word,
  reason: string,
  quotes: Quote[] = [],
): Judgement {
  return { by, word, who: by === 'first' ? 'rule set harbor-1' : 'Iris Bay', reason, quotes };
}

export function humanWord(
  of: ReviewPoint,
  word: Word,
  who: string,
  reason: string,
  more: Partial<HumanWord> = {},
): HumanWord {
  const quotes = (of.judgements[0]?.quotes ?? [])
    .slice(0, 1)
    .map((one): Quote => ({ ...one, id: `${of.id}/human/0`, by: 'human' }));
  return {
    ...{ by: 'human', word, who, reason, quotes, at: '2026-09-07T02:12:00.000Z' },
    ...{ adopted: false, carried: true, model: false, ...more },
  };
}

export function point(
  id: string,
  state: PointState,
  label: string,
  tags: string[],
  text: string,
  judgements: Judgement[],
  more: Partial<ReviewPoint> = {},
): ReviewPoint {
  const kind = id.startsWith('DED') ? 'deduction' : id.startsWith('VETO') ? 'veto' : 'required';
  return {
    id,
    kind,
    result: tags.includes('结果'),
    delivery_gate: tags.includes('交付门'),
    tags,
    text,
    rendered: text,
    state,
    label,
    judgements,
    human: [],
    ...more,
  };
}
