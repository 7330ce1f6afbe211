import type { Evalset } from '../evalset/model.ts';
import { mapCards, mapWorld } from './map.ts';
import type { CompileError, CompileOptions } from './model.ts';
import type { MappedEvalset } from './pipeline.ts';
import { idErrors } from './select.ts';
import { waitsOf } from './steps.ts';

/** Maps people, groups and assets to their keys, and gives every case its place. Null when there is no agent to ask. */
export function mapEvalset(
  evalset: Evalset,
  ordinals: CompileOptions['ordinals'],
): { readonly mapped: MappedEvalset | null; readonly errors: readonly CompileError[] } {
  const { world, cards, version } = evalset;
  const { map, errors } = mapWorld(world);
  errors.push(...idErrors(cards));
  if (map === null) return { mapped: null, errors };
  const { cases, errors: cardErrors } = mapCards(cards, map, ordinals);
  const waits = waitsOf(world.value.render.exec_params);
  return { mapped: { version, agent: map.agent, waits, cases }, errors: [...errors, ...cardErrors] };
}
