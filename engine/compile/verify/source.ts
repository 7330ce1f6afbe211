import type { Evalset } from '../../evalset/model.ts';
import type { VerifySource } from './model.ts';

/** The source of a script: the parts of an evalset that it must follow from. */
export function verifySource(evalset: Evalset): VerifySource {
  return {
    cards: evalset.cards.map(({ raw }) => raw),
    corrections: evalset.corrections?.value,
    forms: evalset.file?.value.date_forms,
    world: evalset.world.value,
  };
}
