import type { Correction, CorrectionMove, TeamCard, Turn } from '../../schemas/index.ts';
import { pointerOf } from './finding.ts';
import type { ValuePath } from './model.ts';
import { valueAt } from './shape-issues.ts';

/** A text of a card that is compiled: all of it, or the part that an added turn quotes. */
export interface TextPart {
  readonly at: ValuePath;
  /** The whole text at that place; offsets of the part in it, UTF-16 units. */
  readonly source: string;
  readonly from: number;
  readonly to: number;
  /** Number of the turn that says it. */
  readonly turn: number;
}

/** A turn as it is played. */
export interface CorrectedTurn {
  readonly turn: number;
  readonly kind: Turn['kind'];
  readonly speaker: string;
  /** Its lines; several where turns were merged. */
  readonly text: readonly TextPart[];
  readonly condition: TextPart | null;
  /** Place of a conditional line among those of the card, from 1; corrections do not renumber the others. */
  readonly line: number | null;
  readonly mention: boolean;
  readonly alsoMention: readonly string[];
  /** The leading mention in other words than `@alias`. */
  readonly written: string | null;
}

/** A correction that cannot be made, or that changes nothing. */
export interface CorrectionProblem {
  readonly code: 'correction-unused' | 'correction-conflict';
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** Place in the correction's entry. */
  readonly at: ValuePath;
  /** Index of the correction in its file. */
  readonly index: number;
}

/** A correction and its index in the file. */
export interface Indexed {
  readonly correction: Correction;
  readonly index: number;
}

export interface CorrectedCase {
  readonly turns: readonly CorrectedTurn[];
  readonly moves: readonly CorrectionMove[];
  readonly problems: readonly CorrectionProblem[];
}

/** The corrections of every case, in the file's order. */
export function correctionsByCase(
  corrections: readonly Correction[],
): ReadonlyMap<string, readonly Indexed[]> {
  const byCase = new Map<string, Indexed[]>();
  corrections.forEach((correction, index) => {
    const own = byCase.get(correction.case);
    if (own === undefined) byCase.set(correction.case, [{ correction, index }]);
    else own.push({ correction, index });
  });
  return byCase;
}

/**
 * The turns of a card with its corrections made: added turns first, then dropped, then merged ones, then mentions; among
 * one another in the file's order. A correction with a problem of severity `error` is not made. `alias`: the agent's name
 * in a mention that needs no correction, where it is known.
 */
export function correctCase(
  card: TeamCard,
  corrections: readonly Indexed[],
  alias: string | null,
): CorrectedCase {
  if (corrections.length === 0) return { turns: turnsOf(card), moves: [], problems: [] };
  const corrector = new Corrector(card, alias);
  for (const ops of [['add_turn'], ['drop_turn'], ['merge_turns'], MENTIONS])
    for (const { correction, index } of corrections)
      if (ops.includes(correction.op)) corrector.make(correction, index);
  return corrector.end();
}

const MENTIONS: readonly string[] = ['add_mention', 'drop_mention', 'merge_mention'];

function turnsOf(card: TeamCard): CorrectedTurn[] {
  let lines = 0;
  return card.turns.map(({ turn, kind, speaker, text, condition = '' }, i) => {
    const whole = (key: string, source: string): TextPart => ({
      at: ['turns', i, key],
      source,
      from: 0,
      to: source.length,
      turn,
    });
    const conditional = kind === 'npc_reply_conditional';
    if (conditional) lines += 1;
    return {
      turn,
      kind,
      speaker,
      text: [whole('text', text)],
      condition: conditional ? whole('condition', condition) : null,
      line: conditional ? lines : null,
      mention: true,
      alsoMention: [],
      written: null,
    };
  });
}

type Of<Op extends Correction['op']> = Extract<Correction, { op: Op }>;

class Corrector {
  readonly #card: TeamCard;
  readonly #alias: string | null;
  #turns: CorrectedTurn[];
  /** Numbers of all turns that there ever were. */
  readonly #known: Set<number>;
  readonly #moves: CorrectionMove[] = [];
  readonly #problems: CorrectionProblem[] = [];
  /** What was done to a turn, by its number: the correction's op and index. */
  readonly #done = new Map<number, { readonly op: string; readonly index: number }[]>();
  /** The turn behind which the next one that is added there goes. */
  readonly #behind = new Map<number, number>();
  #lines: number;

  constructor(card: TeamCard, alias: string | null) {
    this.#card = card;
    this.#alias = alias;
    this.#turns = turnsOf(card);
    this.#known = new Set(this.#turns.map(({ turn }) => turn));
    this.#lines = this.#turns.filter(({ line }) => line !== null).length;
  }

  make(correction: Correction, index: number): void {
    switch (correction.op) {
      case 'add_turn':
        return this.#add(correction, index);
      case 'drop_turn':
        return this.#drop(correction, index);
      case 'merge_turns':
        return this.#merge(correction, index);
      case 'add_mention':
      case 'drop_mention':
      case 'merge_mention':
        return this.#mention(correction, index);
    }
  }

  end(): CorrectedCase {
    const { turns, moves, problems } = { turns: this.#turns, moves: this.#moves, problems: this.#problems };
    const first = turns[0];
    // What no correction has changed is the card's own mistake, and is told there.
    const opener = this.#card.turns[0];
    if (first?.kind !== 'query' && opener?.kind === 'query') {
      const index = this.#done.get(opener.turn)?.find(({ op }) => op === 'drop_turn')?.index ?? 0;
      this.#problem(
        'correction-conflict',
        index,
        ['turn'],
        'Without this turn the case would not begin with a query, which opens the thread. Drop another turn.',
      );
    }
    return { turns, moves, problems };
  }

  #add(c: Of<'add_turn'>, index: number): void {
    if (this.#known.has(c.turn))
      return this.#problem(
        'correction-conflict',
        index,
        ['turn'],
        `Case "${c.case}" has a turn ${c.turn} already. Give the new one another number.`,
      );
    const at = this.#turns.findIndex(({ turn }) => turn === (this.#behind.get(c.after) ?? c.after));
    if (at < 0) return this.#noTurn(index, ['after'], c.after);
    const text = this.#quote(c.from, c.text, c.turn, index, 'text');
    const conditional = c.kind === 'npc_reply_conditional';
    if (conditional !== (c.condition !== undefined))
      return this.#problem(
        'correction-conflict',
        index,
        [conditional ? 'kind' : 'condition'],
        conditional
          ? 'A conditional line needs its condition. Quote it.'
          : 'Only a conditional line has a condition. Remove it, or set the kind to npc_reply_conditional.',
      );
    const condition =
      c.condition === undefined
        ? null
        : this.#quote(c.condition_from ?? c.from, c.condition, c.turn, index, 'condition');
    if (text === null || (conditional && condition === null)) return;
    if (conditional) this.#lines += 1;
    this.#known.add(c.turn);
    this.#behind.set(c.after, c.turn);
    this.#turns.splice(at + 1, 0, {
      turn: c.turn,
      kind: c.kind,
      speaker: c.speaker,
      text: [text],
      condition,
      line: conditional ? this.#lines : null,
      mention: true,
      alsoMention: [],
      written: null,
    });
    const place = ({ at, from, to }: TextPart) => ({ field: pointerOf(at), at: from, length: to - from });
    this.#move(c.turn, index, {
      kind: 'add_turn',
      by: byOf(index),
      turn: c.turn,
      after: c.after,
      turn_kind: c.kind,
      speaker: c.speaker,
      text: place(text),
      ...(condition === null ? {} : { condition: place(condition) }),
    });
  }

  #drop(c: Of<'drop_turn'>, index: number): void {
    if (!this.#isFree(c.turn, index, ['turn'], () => true)) return;
    this.#turns = this.#turns.filter(({ turn }) => turn !== c.turn);
    this.#move(c.turn, index, { kind: 'drop_turn', by: byOf(index), turn: c.turn });
  }

  #merge(c: Of<'merge_turns'>, index: number): void {
    const dropsOrMerges = (op: string) => op === 'merge_turns';
    if (!c.turns.every((turn, i) => this.#isFree(turn, index, ['turns', i], dropsOrMerges))) return;
    const start = this.#turns.findIndex(({ turn }) => turn === c.turns[0]);
    const run = this.#turns.slice(start, start + c.turns.length);
    const first = run[0];
    const wrong = run.findIndex(({ turn }, i) => turn !== c.turns[i]);
    if (first === undefined || wrong >= 0 || run.length < c.turns.length)
      return this.#problem(
        'correction-conflict',
        index,
        ['turns', wrong < 0 ? run.length : wrong],
        `Turns that are merged stand behind one another; the case plays ${this.#turns.map(({ turn }) => turn).join(', ')}. Name neighbours in that order.`,
      );
    const other = run.findIndex(({ kind, speaker }) => kind !== first.kind || speaker !== first.speaker);
    if (other >= 0 || first.kind === 'npc_reply_conditional')
      return this.#problem(
        'correction-conflict',
        index,
        ['turns', Math.max(other, 0)],
        first.kind === 'npc_reply_conditional'
          ? 'Conditional lines are decided one by one, and cannot be merged.'
          : 'Turns that are merged are of one kind and one speaker. Leave this one out.',
      );
    this.#turns.splice(start, run.length, { ...first, text: run.flatMap(({ text }) => text) });
    for (const turn of c.turns) this.#note(turn, 'merge_turns', index);
    this.#moves.push({ kind: 'merge_turns', by: byOf(index), turns: [...c.turns] });
  }

  #mention(c: Of<'add_mention' | 'drop_mention' | 'merge_mention'>, index: number): void {
    const same = (op: string) => op === c.op && op !== 'add_mention';
    const against = (op: string) =>
      (c.op === 'drop_mention' && op === 'merge_mention') ||
      (c.op === 'merge_mention' && op === 'drop_mention');
    if (!this.#isFree(c.turn, index, ['turn'], (op) => same(op) || against(op))) return;
    const at = this.#turns.findIndex(({ turn }) => turn === c.turn);
    const turn = this.#turns[at];
    if (turn === undefined)
      return this.#problem(
        'correction-conflict',
        index,
        ['turn'],
        `Turn ${c.turn} is merged into the one before it. Name that one.`,
      );
    if (c.op === 'add_mention') {
      if (turn.alsoMention.includes(c.who))
        return this.#problem(
          'correction-conflict',
          index,
          ['who'],
          `"${c.who}" is mentioned in turn ${c.turn} by a correction before this one. Remove one of them.`,
        );
      this.#turns[at] = { ...turn, alsoMention: [...turn.alsoMention, c.who] };
      return this.#move(c.turn, index, {
        kind: 'add_mention',
        by: byOf(index),
        turn: c.turn,
        who: c.who,
      });
    }
    if (c.op === 'drop_mention') {
      if (this.#card.dm === true)
        return this.#problem(
          'correction-unused',
          index,
          ['op'],
          'A direct message mentions nobody. Remove the correction.',
        );
      this.#turns[at] = { ...turn, mention: false };
      return this.#move(c.turn, index, { kind: 'drop_mention', by: byOf(index), turn: c.turn });
    }
    const part = turn.text[0];
    const said = part?.source.slice(part.from, part.to) ?? '';
    if (!said.startsWith(c.written) || !/^\s+\S/u.test(said.slice(c.written.length)))
      return this.#problem(
        'correction-unused',
        index,
        ['written'],
        `Turn ${c.turn} does not begin with "${c.written}" and white space. Quote its mention to the letter, or remove the correction.`,
      );
    if (c.written === `@${this.#alias ?? ''}` && /^ \S/.test(said.slice(c.written.length)))
      this.#problem(
        'correction-unused',
        index,
        ['written'],
        `"${c.written} " becomes the real mention in any case. Remove the correction.`,
        'warning',
      );
    this.#turns[at] = { ...turn, written: c.written };
    this.#move(c.turn, index, {
      kind: 'merge_mention',
      by: byOf(index),
      turn: c.turn,
      written: c.written,
    });
  }

  /** A line that is quoted from the card: it stands there, and only once. */
  #quote(
    from: string,
    quote: string,
    turn: number,
    index: number,
    key: 'text' | 'condition',
  ): TextPart | null {
    const at = from
      .slice(1)
      .split('/')
      .map((step) => (/^\d+$/.test(step) ? Number(step) : step.replaceAll('~1', '/').replaceAll('~0', '~')));
    const source = valueAt(this.#card, at);
    const found = typeof source === 'string' && quote !== '' ? source.indexOf(quote) : -1;
    if (typeof source === 'string' && found >= 0 && source.indexOf(quote, found + 1) < 0)
      return { at, source, from: found, to: found + quote.length, turn };
    const [where, why] =
      typeof source !== 'string'
        ? [
            key === 'text' ? 'from' : 'condition_from',
            `The card of case "${this.#card.case_id}" has no text at ${from}.`,
          ]
        : [key, `This does not stand ${found < 0 ? '' : 'only once '}in ${from} of the card.`];
    this.#problem(
      'correction-unused',
      index,
      [where],
      `${why} A correction never writes a line: quote one of the card, to the letter.`,
    );
    return null;
  }

  /** Whether a turn is there, and no correction of an op that `bars` was made to it. Reports it when not. */
  #isFree(turn: number, index: number, at: ValuePath, bars: (op: string) => boolean): boolean {
    if (!this.#known.has(turn)) {
      this.#noTurn(index, at, turn);
      return false;
    }
    const other = this.#done.get(turn)?.find(({ op }) => op === 'drop_turn' || bars(op));
    if (other === undefined) return true;
    this.#problem(
      'correction-conflict',
      index,
      at,
      `Correction ${other.index + 1} (${other.op}) of the file has dealt with turn ${turn} already. Remove one of the two.`,
    );
    return false;
  }

  #noTurn(index: number, at: ValuePath, turn: number): void {
    this.#problem(
      'correction-unused',
      index,
      at,
      `Case "${this.#card.case_id}" has no turn ${turn}; it has ${this.#turns.map((one) => one.turn).join(', ')}. Correct the number, or remove the correction.`,
    );
  }

  #move(turn: number, index: number, move: CorrectionMove): void {
    this.#note(turn, move.kind, index);
    this.#moves.push(move);
  }

  #note(turn: number, op: string, index: number): void {
    this.#done.set(turn, [...(this.#done.get(turn) ?? []), { op, index }]);
  }

  #problem(
    code: CorrectionProblem['code'],
    index: number,
    at: ValuePath,
    message: string,
    severity: CorrectionProblem['severity'] = 'error',
  ): void {
    this.#problems.push({ code, severity, message, at, index });
  }
}

const byOf = (index: number): string => pointerOf(['corrections', index]);
