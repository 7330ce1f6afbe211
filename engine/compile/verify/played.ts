import type { Correction, CorrectionMove } from '../../../schemas/index.ts';
import type { Report } from './model.ts';
import type { FrozenCard } from './read.ts';
import { stepsOf } from '../../evalset/pointer.ts';

/** A text of the frozen card, or a part of one. */
export interface Quote {
  /** JSON pointer in the card. */
  readonly field: string;
  readonly source: string;
  readonly from: number;
  readonly to: number;
  readonly turn: number;
}

/** A turn as it must be played. */
export interface PlayedTurn {
  readonly number: number;
  readonly kind: string;
  readonly speaker: string;
  readonly lines: readonly Quote[];
  readonly condition: Quote | null;
  /** Number of a conditional line, from 1; 0 for other turns. */
  readonly line: number;
  readonly mention: boolean;
  readonly also: readonly string[];
  readonly written: string | null;
}

/** Order in which corrections are made. */
const RANK: Readonly<Record<string, number>> = { add_turn: 0, drop_turn: 1, merge_turns: 2 };
const rankOf = (kind: string) => RANK[kind] ?? 3;

/** A correction and its pointer in the file. */
export type Entry = readonly [by: string, correction: Correction];

/**
 * The turns of a card after the listed moves, replayed forward on the frozen card. Every correction of the file must be
 * listed once, as it says, in the order in which corrections are made; nothing else may be.
 */
export function playedTurns(
  card: FrozenCard,
  entries: readonly Entry[],
  listed: readonly CorrectionMove[],
  report: Report,
): PlayedTurn[] {
  const { case_id } = card;
  const wrong = (code: string, message: string): void => report({ case_id, field: '/turns', code, message });
  const orderOf = (by: string, kind: string) => 1e6 * rankOf(kind) + entries.findIndex(([own]) => own === by);
  let turns = frozenTurns(card);
  let lines = turns.filter(({ line }) => line > 0).length;
  const last = new Map<number, number>();
  const seen = new Set<string>();
  let before = -1;
  for (const move of listed) {
    const correction = entries.find(([by]) => by === move.by)?.[1];
    if (correction === undefined || seen.has(move.by) || !isListed(card, correction, move)) {
      wrong(
        'correction-unlisted',
        `The script lists a "${move.kind}" that corrections.yaml does not demand there.`,
      );
      continue;
    }
    seen.add(move.by);
    const order = orderOf(move.by, move.kind);
    if (order < before)
      wrong('correction-order', `The listed "${move.kind}" ${move.by} is not in its place.`);
    before = order;
    if (move.kind === 'add_turn') {
      const at = turns.findIndex(({ number }) => number === (last.get(move.after) ?? move.after));
      last.set(move.after, move.turn);
      if (move.condition !== undefined) lines += 1;
      turns.splice(at + 1, 0, addedTurn(card, move, move.condition === undefined ? 0 : lines));
      continue;
    }
    const after = replayed(turns, move);
    if (after === null)
      wrong('correction-misapplied', `The listed "${move.kind}" ${move.by} names a turn that is not there.`);
    else turns = after;
  }
  for (const [by] of entries)
    if (!seen.has(by))
      wrong('correction-missing', `The correction ${by} of corrections.yaml is not in the script.`);
  return turns;
}

function frozenTurns({ turns }: FrozenCard): PlayedTurn[] {
  let lines = 0;
  return turns.map(({ turn: number, kind, speaker, text, condition = '' }, i) => {
    const conditional = kind === 'npc_reply_conditional';
    if (conditional) lines += 1;
    const quote = (key: string, source: string): Quote => ({
      field: `/turns/${i}/${key}`,
      source,
      from: 0,
      to: source.length,
      turn: number,
    });
    return {
      number,
      kind,
      speaker,
      lines: [quote('text', text)],
      condition: conditional ? quote('condition', condition) : null,
      line: conditional ? lines : 0,
      mention: true,
      also: [],
      written: null,
    };
  });
}

type AddTurn = Extract<CorrectionMove, { kind: 'add_turn' }>;

function addedTurn(card: FrozenCard, move: AddTurn, line: number): PlayedTurn {
  const quote = ({ field, at, length }: AddTurn['text']): Quote => ({
    field,
    source: textAt(card, field) ?? '',
    from: at,
    to: at + length,
    turn: move.turn,
  });
  return {
    number: move.turn,
    kind: move.turn_kind,
    speaker: move.speaker,
    lines: [quote(move.text)],
    condition: move.condition === undefined ? null : quote(move.condition),
    line,
    mention: true,
    also: [],
    written: null,
  };
}

/** The turns after a move; null when it names one that is not there. */
function replayed(turns: readonly PlayedTurn[], move: Exclude<CorrectionMove, AddTurn>): PlayedTurn[] | null {
  const first = move.kind === 'merge_turns' ? move.turns[0] : move.turn;
  const at = turns.findIndex(({ number }) => number === first);
  const turn = turns[at];
  if (turn === undefined) return null;
  const put = (count: number, ...instead: PlayedTurn[]) => turns.toSpliced(at, count, ...instead);
  switch (move.kind) {
    case 'drop_turn':
      return put(1);
    case 'merge_turns': {
      const run = turns.slice(at, at + move.turns.length);
      const whole = run.length === move.turns.length;
      if (
        !whole ||
        run.some(
          ({ number, kind, speaker, line }, i) =>
            number !== move.turns[i] || kind !== turn.kind || speaker !== turn.speaker || line > 0,
        )
      )
        return null;
      return put(run.length, { ...turn, lines: run.flatMap(({ lines }) => lines) });
    }
    case 'add_mention':
      return put(1, { ...turn, also: [...turn.also, move.who] });
    case 'drop_mention':
      return put(1, { ...turn, mention: false });
    case 'merge_mention':
      return put(1, { ...turn, written: move.written });
  }
}

/** Whether a listed move is what the correction says; quotes must stand in the card where the move says. */
function isListed(card: FrozenCard, correction: Correction, move: CorrectionMove): boolean {
  if (correction.case !== card.case_id) return false;
  const { op, case: _, reason: __, ...said } = correction;
  if (op !== move.kind) return false;
  if (move.kind !== 'add_turn' || correction.op !== 'add_turn') {
    const { kind: ___, by: ____, ...done } = move;
    return JSON.stringify(Object.entries(said).sort()) === JSON.stringify(Object.entries(done).sort());
  }
  const quotes = (place: AddTurn['text'] | undefined, from: string, text: string | undefined): boolean =>
    place === undefined
      ? text === undefined
      : place.field === from &&
        place.length === text?.length &&
        textAt(card, from)?.startsWith(text, place.at) === true;
  return (
    move.turn === correction.turn &&
    move.after === correction.after &&
    move.turn_kind === correction.kind &&
    move.speaker === correction.speaker &&
    quotes(move.text, correction.from, correction.text) &&
    quotes(move.condition, correction.condition_from ?? correction.from, correction.condition)
  );
}

/** The text at a JSON pointer in the frozen card. */
function textAt(card: FrozenCard, pointer: string): string | undefined {
  let at: unknown = card.raw;
  for (const key of stepsOf(pointer)) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Readonly<Record<string, unknown>>)[key];
  }
  return typeof at === 'string' ? at : undefined;
}
