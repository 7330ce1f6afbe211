import type { Move, Origin } from '../../schemas/index.ts';
import type { CorrectedTurn, TextPart } from '../evalset/corrected.ts';
import { pointerOf } from '../evalset/pointer.ts';
import type { RenderedCase } from './pipeline.ts';
import { applyMoves } from './render.ts';
import { tell, type Told } from '../evalset/told.ts';

/** A compiled text and where it comes from. */
export interface Composed {
  readonly text: string;
  readonly origin: Origin;
  /** What keeps a part from being compiled. */
  readonly problems: readonly Told[];
}

/**
 * The text of a turn. Merged turns are lines of one message. `alias`: the leading mention of every line is taken off,
 * because the message carries a real one; null where it stays.
 */
export function composeTurn(rendered: RenderedCase, turn: CorrectedTurn, alias: string | null): Composed {
  return compose(rendered, turn.text, (said, i) => {
    if (alias === null) return '';
    if (i === 0 && turn.written !== null)
      return `${turn.written}${/^\s*/u.exec(said.slice(turn.written.length))?.[0] ?? ''}`;
    const lead = `@${alias} `;
    return alias !== '' && said.startsWith(lead) ? lead : '';
  });
}

/** A text of a card as it stands. */
export function composePart(rendered: RenderedCase, part: TextPart): Composed {
  return compose(rendered, [part], () => '');
}

function compose(
  { case_id, texts }: RenderedCase,
  parts: readonly TextPart[],
  leadOf: (said: string, i: number) => string,
): Composed {
  const problems: Told[] = [];
  const made = parts.map((part, i) => {
    const field = pointerOf(part.at);
    const { source, from, to, turn } = part;
    const said = source.slice(from, to);
    const lead = leadOf(said, i);
    const all = texts[field]?.moves;
    // What is broken in a turn itself was reported when it was rendered.
    if (all === undefined && part.at[0] !== 'turns')
      problems.push(tell`${field}, which is quoted here, has a placeholder that cannot be rendered.`);
    const moves: Move[] = lead === '' ? [] : [{ kind: 'strip_mention', at: from, before: lead }];
    for (const move of all ?? []) {
      const end = move.at + move.before.length;
      if (end <= from || move.at >= to) continue;
      if (move.at < from || end > to)
        problems.push(tell`The quote cuts "${move.before}" in two. Quote all of it.`);
      else moves.push(move);
    }
    const text = applyMoves(source.slice(0, to), moves, from);
    const span = from === 0 && to === source.length ? {} : { span: { at: from, length: to - from } };
    return { text, source: { field, turn, ...span, moves } };
  });
  const [first, ...joined] = made.map((one) => one.source);
  return {
    text: made.map(({ text }) => text).join('\n'),
    origin: {
      case_id,
      ...(first ?? { field: '', moves: [] }),
      ...(joined.length === 0 ? {} : { joined }),
    },
    problems,
  };
}
