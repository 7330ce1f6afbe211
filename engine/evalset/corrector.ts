import type { Correction, CorrectionMove, TeamCard } from '../../schemas/index.ts';
import type { CorrectedCase, CorrectedTurn, CorrectionProblem, TextPart } from './corrected.ts';
import { pathOf, pointerOf } from './pointer.ts';
import type { OffsetRange, ValuePath } from './model.ts';
import { scanPlaceholders } from './placeholders.ts';
import { valueAt } from './shape-issues.ts';
import { tell, type Told } from './told.ts';

/** The turns of a card as it stands. */
export function turnsOf(card: TeamCard): CorrectedTurn[] {
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
type Mention = Of<'add_mention' | 'drop_mention' | 'merge_mention'>;
/** Why a correction cannot be made. */
type Fault = Omit<CorrectionProblem, 'index' | 'severity'>;

const unused = (at: ValuePath, message: Told): Fault => ({ code: 'correction-unused', at, message });
const conflict = (at: ValuePath, message: Told): Fault => ({ code: 'correction-conflict', at, message });
const isFault = (value: TextPart | Fault | null): value is Fault => value !== null && 'code' in value;

/** Makes corrections on the turns of one card, one after the other. */
export class Corrector {
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
    const fault = this.#make(correction, index);
    if (fault !== null) this.#problems.push({ ...fault, severity: 'error', index });
  }

  end(): CorrectedCase {
    const opener = this.#card.turns[0];
    // What no correction has changed is the card's own mistake, and is told there.
    if (this.#turns[0]?.kind !== 'query' && opener?.kind === 'query') {
      const index = this.#done.get(opener.turn)?.find(({ op }) => op === 'drop_turn')?.index ?? 0;
      const fault = conflict(
        ['turn'],
        tell`Without this turn the case would not begin with a query, which opens the thread. Drop another turn.`,
      );
      this.#problems.push({ ...fault, severity: 'error', index });
    }
    return { turns: this.#turns, moves: this.#moves, problems: this.#problems };
  }

  #make(correction: Correction, index: number): Fault | null {
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

  #add(c: Of<'add_turn'>, index: number): Fault | null {
    const { turn, after, kind, speaker } = c;
    if (this.#known.has(turn))
      return conflict(
        ['turn'],
        tell`Case "${c.case}" has a turn ${turn} already. Give the new one another number.`,
      );
    const at = this.#turns.findIndex((one) => one.turn === (this.#behind.get(after) ?? after));
    if (at < 0) return this.#noTurn(['after'], after);
    const conditional = kind === 'npc_reply_conditional';
    if (conditional && c.condition === undefined)
      return conflict(['kind'], tell`A conditional line needs its condition. Quote it.`);
    if (!conditional && c.condition !== undefined)
      return conflict(
        ['condition'],
        tell`Only a conditional line has a condition. Remove it, or set the kind to npc_reply_conditional.`,
      );
    const text = this.#quote(c.from, c.text, turn, 'text');
    if (isFault(text)) return text;
    const condition =
      c.condition === undefined
        ? null
        : this.#quote(
            c.condition_from ?? c.from,
            c.condition,
            turn,
            'condition',
            c.condition_from !== undefined,
          );
    if (isFault(condition)) return condition;
    if (conditional) this.#lines += 1;
    this.#known.add(turn);
    this.#behind.set(after, turn);
    const line = conditional ? this.#lines : null;
    const plain = { line, mention: true, alsoMention: [], written: null };
    this.#turns.splice(at + 1, 0, { turn, kind, speaker, text: [text], condition, ...plain });
    const place = (part: TextPart) => ({
      field: pointerOf(part.at),
      at: part.from,
      length: part.to - part.from,
    });
    this.#made([turn], index, {
      kind: 'add_turn',
      by: byOf(index),
      turn,
      after,
      turn_kind: kind,
      speaker,
      text: place(text),
      ...(condition === null ? {} : { condition: place(condition) }),
    });
    return null;
  }

  #drop({ turn }: Of<'drop_turn'>, index: number): Fault | null {
    const barred = this.#barred(turn, ['turn'], () => true);
    if (barred !== null) return barred;
    this.#turns = this.#turns.filter((one) => one.turn !== turn);
    this.#made([turn], index, { kind: 'drop_turn', by: byOf(index), turn });
    return null;
  }

  #merge({ turns }: Of<'merge_turns'>, index: number): Fault | null {
    for (const [i, turn] of turns.entries()) {
      const barred = this.#barred(turn, ['turns', i], (op) => op === 'merge_turns');
      if (barred !== null) return barred;
    }
    const start = this.#turns.findIndex(({ turn }) => turn === turns[0]);
    const run = turns.map((turn, i) => ({ turn, there: this.#turns[start + i] }));
    const wrong = run.findIndex(({ turn, there }) => there?.turn !== turn);
    if (wrong >= 0)
      return conflict(
        ['turns', wrong],
        tell`Turns that are merged stand behind one another; the case plays ${this.#played()}. Name neighbours in that order.`,
      );
    const merged = run.flatMap(({ there }) => there ?? []);
    const first = merged[0];
    const other = merged.findIndex(({ kind, speaker }) => kind !== first?.kind || speaker !== first.speaker);
    if (other >= 0)
      return conflict(
        ['turns', other],
        tell`Turns that are merged are of one kind and one speaker. Leave this one out.`,
      );
    if (first === undefined || first.kind === 'npc_reply_conditional')
      return conflict(['turns', 0], tell`Conditional lines are decided one by one, and cannot be merged.`);
    this.#turns.splice(start, run.length, { ...first, text: merged.flatMap(({ text }) => text) });
    this.#made(turns, index, { kind: 'merge_turns', by: byOf(index), turns: [...turns] });
    return null;
  }

  #mention(c: Mention, index: number): Fault | null {
    const bars: readonly string[] = c.op === 'add_mention' ? [] : ['drop_mention', 'merge_mention'];
    const barred = this.#barred(c.turn, ['turn'], (op) => bars.includes(op));
    if (barred !== null) return barred;
    const at = this.#turns.findIndex(({ turn }) => turn === c.turn);
    const turn = this.#turns[at];
    if (turn === undefined)
      return conflict(['turn'], tell`Turn ${c.turn} is merged into the one before it. Name that one.`);
    const changed = this.#mentioned(c, turn, index);
    if ('code' in changed) return changed;
    this.#turns[at] = { ...turn, ...changed };
    this.#made([c.turn], index, moveOf(c, byOf(index)));
    return null;
  }

  /** What a correction of a mention changes in its turn. */
  #mentioned(c: Mention, turn: CorrectedTurn, index: number): Fault | Partial<CorrectedTurn> {
    if (this.#card.dm === true)
      return unused(['op'], tell`A direct message mentions nobody. Remove the correction.`);
    switch (c.op) {
      case 'add_mention':
        if (!turn.alsoMention.includes(c.who)) return { alsoMention: [...turn.alsoMention, c.who] };
        return conflict(
          ['who'],
          tell`"${c.who}" is mentioned in turn ${c.turn} by a correction before this one. Remove one of them.`,
        );
      case 'drop_mention':
        return { mention: false };
      case 'merge_mention': {
        const part = turn.text[0];
        const said = part?.source.slice(part.from, part.to) ?? '';
        const behind = said.slice(c.written.length);
        if (!said.startsWith(c.written) || !/^\s+\S/u.test(behind))
          return unused(
            ['written'],
            tell`Turn ${c.turn} does not begin with "${c.written}" and white space. Quote its mention to the letter, or remove the correction.`,
          );
        if (c.written === `@${this.#alias ?? ''}` && /^ \S/.test(behind)) {
          const idle = tell`"${c.written} " becomes the real mention in any case. Remove the correction.`;
          this.#problems.push({ ...unused(['written'], idle), severity: 'warning', index });
        }
        return { written: c.written };
      }
    }
  }

  /** A line that is quoted from the card: it stands there, and only once. */
  #quote(
    from: string,
    quote: string,
    turn: number,
    key: 'text' | 'condition',
    own = false,
  ): TextPart | Fault {
    const at = pathOf(from);
    const source = valueAt(this.#card, at);
    const way = tell`A correction never writes a line: quote one of the card, to the letter.`;
    if (typeof source !== 'string')
      return unused(
        [own ? 'condition_from' : 'from'],
        tell`The card of case "${this.#card.case_id}" has no text at ${from}. ${way}`,
      );
    const found = quote === '' ? -1 : source.indexOf(quote);
    if (found < 0) return unused([key], tell`This does not stand in ${from} of the card. ${way}`);
    if (source.includes(quote, found + 1))
      return unused([key], tell`This does not stand only once in ${from} of the card. Quote more of it.`);
    const to = found + quote.length;
    const cut = datesOf(source).find((span) => isInside(found, span) || isInside(to, span));
    if (cut !== undefined)
      return unused(
        [key],
        tell`This cuts "${source.slice(cut.from, cut.to)}" in two, which becomes a date. Quote all of it.`,
      );
    return { at, source, from: found, to, turn };
  }

  /** Why nothing can be done to a turn: it is not there, or a correction of an op that `bars` was made to it. */
  #barred(turn: number, at: ValuePath, bars: (op: string) => boolean): Fault | null {
    if (!this.#known.has(turn)) return this.#noTurn(at, turn);
    const other = this.#done.get(turn)?.find(({ op }) => op === 'drop_turn' || bars(op));
    if (other === undefined) return null;
    return conflict(
      at,
      tell`Correction ${other.index + 1} (${other.op}) of the file has dealt with turn ${turn} already. Remove one of the two.`,
    );
  }

  #noTurn(at: ValuePath, turn: number): Fault {
    return unused(
      at,
      tell`Case "${this.#card.case_id}" has no turn ${turn}; it has ${this.#played()}. Correct the number, or remove the correction.`,
    );
  }

  #played(): string {
    return this.#turns.map(({ turn }) => turn).join(', ');
  }

  #made(turns: readonly number[], index: number, move: CorrectionMove): void {
    this.#moves.push(move);
    for (const turn of turns)
      this.#done.set(turn, [...(this.#done.get(turn) ?? []), { op: move.kind, index }]);
  }
}

const isInside = (offset: number, { from, to }: OffsetRange): boolean => offset > from && offset < to;

/** Where the dates of a text and their weekday words stand: what is rewritten as one. */
function datesOf(source: string): OffsetRange[] {
  return scanPlaceholders(source).placeholders.flatMap(({ span, weekday }) =>
    weekday === undefined ? [span] : [span, weekday.span],
  );
}

function moveOf(c: Mention, by: string): CorrectionMove {
  const { turn } = c;
  switch (c.op) {
    case 'add_mention':
      return { kind: c.op, by, turn, who: c.who };
    case 'drop_mention':
      return { kind: c.op, by, turn };
    case 'merge_mention':
      return { kind: c.op, by, turn, written: c.written };
  }
}

const byOf = (index: number): string => pointerOf(['corrections', index]);
