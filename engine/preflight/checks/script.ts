import { tell } from '../../evalset/told.ts';
import type { Check } from '../model.ts';
import { problemOf } from '../problem.ts';

/** `script-differs`: the script of a batch does not follow from its frozen evalset, or its bytes were changed. */
export const script: Check = ({ batch }) =>
  (batch?.script ?? []).map(({ case_id: id, field, message, file }) => {
    const where = [id === '' ? '' : `case ${id}`, field, message].filter((part) => part !== '').join(': ');
    return problemOf(
      file === undefined || batch === null ? (batch?.scriptDir ?? null) : `${batch.scriptDir}/${file}`,
      'blocks',
      'script-differs',
      tell`The script is not what its evalset gives: ${where} Compile a new batch.`,
    );
  });
