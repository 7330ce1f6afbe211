import type { TeamCard } from '../../schemas/index.ts';
import { CARDS } from './fixture.ts';

/** A source that differs from the fixture in one place. */
export interface Mutation {
  readonly name: string;
  readonly kind: string;
  readonly cards: readonly TeamCard[];
  /** Cases, one of which the verifier names. */
  readonly named: readonly string[];
  readonly field: string;
}

/** A field of a card that is kept to the letter. */
interface Place {
  readonly card: number;
  readonly field: string;
  readonly text: string;
  readonly set: (text: string) => TeamCard;
}

/** A change near an offset; null when the text has nothing to change there. */
type Change = (text: string, near: number) => string | null;

const insert = (text: string, at: number, what: string) => text.slice(0, at) + what + text.slice(at);

/** Replaces the first match at or behind `near` (from the start again when there is none). */
function replaceNear(
  text: string,
  near: number,
  pattern: RegExp,
  by: (found: string) => string,
): string | null {
  const matches = [...text.matchAll(pattern)];
  const match = matches.find(({ index }) => index >= near) ?? matches[0];
  if (match === undefined) return null;
  return text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length);
}

const CHANGES: Readonly<Record<string, Change>> = {
  'space added': (text, near) => insert(text, near, ' '),
  'space removed': (text, near) => replaceNear(text, near, / /g, () => ''),
  'full width': (text, near) =>
    replaceNear(text, near, /[!-~]/g, (found) => String.fromCharCode(found.charCodeAt(0) + 0xfee0)),
  'zero-width space': (text, near) => insert(text, near, '\u200b'),
  CRLF: (text, near) => replaceNear(text, near, /\n/g, () => '\r\n'),
  'letter case': (text, near) =>
    replaceNear(text, near, /[a-z]/gi, (found) =>
      found === found.toLowerCase() ? found.toUpperCase() : found.toLowerCase(),
    ),
};

function placesOf(card: TeamCard, index: number): Place[] {
  const prompts = card.turns.map((turn, i): Place => ({
    card: index,
    field: `/turns/${i}/text`,
    text: turn.text,
    set: (text) => ({ ...card, turns: card.turns.map((t, j) => (j === i ? { ...t, text } : t)) }),
  }));
  const set = (checkpoints_raw: string) => ({ ...card, checkpoints_raw });
  return [...prompts, { card: index, field: '/checkpoints_raw', text: card.checkpoints_raw, set }];
}

function textMutations(): Mutation[] {
  // Turns of a case that cannot be run are no steps, but its texts are still in the evaluation card.
  const places = CARDS.flatMap(placesOf);
  return Object.entries(CHANGES).flatMap(([kind, change], k) =>
    places.flatMap((place, p) => {
      const near = (7 * k + 13 * p + 3) % place.text.length;
      const text = change(place.text, near);
      if (text === null) return [];
      const card = place.set(text);
      return [
        {
          name: `${kind} near ${near} of ${card.case_id}${place.field}`,
          kind,
          cards: CARDS.map((other, i) => (i === place.card ? card : other)),
          named: [card.case_id],
          field: place.field,
        },
      ];
    }),
  );
}

function swaps(): Mutation[] {
  return CARDS.slice(1).map((second, i) => {
    const first = CARDS[i];
    const cards = CARDS.map((card, j) => (j === i ? second : j === i + 1 ? (first ?? card) : card));
    const named = [first?.case_id ?? '', second.case_id];
    return {
      name: `swapped ${named.join(' and ')}`,
      kind: 'two cards swapped',
      cards,
      named,
      field: '/case_id',
    };
  });
}

/** One-place mutations of prompts, checkpoints and the order of cards; the same on every run. */
export const MUTATIONS: readonly Mutation[] = [...textMutations(), ...swaps()];
