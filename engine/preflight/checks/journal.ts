import { phrase, tell } from '../../evalset/told.ts';
import type { Check } from '../model.ts';
import { problemOf } from '../problem.ts';

/** `journal-broken`: a batch cannot be continued. `world-gone`: there is nothing left to continue in. */
export const journal: Check = ({ batch }) => {
  if (batch === null) return [];
  const { fault, file } = batch.journal;
  return [
    ...(fault === null
      ? []
      : [
          problemOf(
            file,
            'blocks',
            'journal-broken',
            tell`${fault}. The batch can be read and not continued: restore the journal from a copy, or start a new batch.`,
          ),
        ]),
    ...(batch.worldGone === null
      ? []
      : [problemOf(batch.root, 'blocks', 'world-gone', phrase(`${batch.worldGone}.`))]),
  ];
};
