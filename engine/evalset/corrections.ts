import type { Correction, TeamCard } from '../../schemas/index.ts';
import type { CorrectedCase, Indexed } from './corrected.ts';
import { Corrector, turnsOf } from './corrector.ts';

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
