import type { DimensionValue, TeamCard } from '../../schemas/index.ts';
import { parseCheckpoints } from '../evalset/index.ts';

/**
 * What a case covers: its storyline, read or write type, capability dimensions and difficulty by their values, and each
 * trait that it has (a conditional line, several turns, a delivery gate, a veto, a base that is written, another group).
 * A trait that it has not is no value: there is nothing to be tried by a case without it.
 */
export function valuesOf(
  card: TeamCard,
  writesBase: boolean,
  tacDims: readonly string[],
): readonly DimensionValue[] {
  const { points } = parseCheckpoints(card.checkpoints_raw);
  const traits: readonly (readonly [DimensionValue['dimension'], boolean])[] = [
    ['conditional', card.turns.some(({ kind }) => kind === 'npc_reply_conditional')],
    ['multi_turn', card.turns.filter(({ kind }) => kind !== 'npc_reply_conditional').length > 1],
    ['delivery_gate', points.some((point) => point.delivery_gate)],
    ['veto', points.some(({ kind }) => kind === 'veto')],
    ['base_write', writesBase],
    ['cross_group', (card.cross_group ?? []).length > 0],
  ];
  const named = (dimension: DimensionValue['dimension'], values: readonly (string | undefined)[]) =>
    [...new Set(values)].flatMap((value) =>
      value === undefined || value === '' ? [] : [{ dimension, value }],
    );
  return [
    ...named('storyline', [card.storyline]),
    ...named('rw_type', [card.rw_type]),
    ...named('tac_dims', tacDims),
    ...named('difficulty', [card.difficulty]),
    ...traits.flatMap(([dimension, has]) => (has ? [{ dimension, value: 'yes' }] : [])),
  ];
}

/** One word for a value of a dimension. */
export const keyOf = ({ dimension, value }: DimensionValue): string => `${dimension}\0${value}`;
