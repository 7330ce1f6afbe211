import { isFileName } from '../names.ts';
import { allCardsIn } from './cards-in.ts';
import { Findings, type PartRule } from './rule.ts';
import { tell } from '../told.ts';

/** `unsafe-name`: an id that becomes part of file names, and cannot. The compiler refuses it; the author hears it here. */
export const unsafeName: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  for (const { at, card } of allCardsIn(kind, file.value)) {
    for (const key of ['case_id', 'group_key'] as const) {
      const id = card[key];
      if (typeof id !== 'string' || id === '' || isFileName(id)) continue;
      findings.add(
        'error',
        'unsafe-name',
        { file, at: [...at, key] },
        tell`"${id}" becomes part of file names. Use letters, digits, "_", "-" and "."; begin with a letter, a digit or "_".`,
      );
    }
  }
  return findings.list;
};
