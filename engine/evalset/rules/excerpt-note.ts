import { Findings, type FileRule } from './rule.ts';
import { tell } from '../told.ts';

/** `excerpt`: says that a file is cut, and that references in it are not checked. */
export const excerptNote: FileRule = ({ file, excerpt }) => {
  const findings = new Findings();
  const [mark] = excerpt;
  if (mark !== undefined)
    findings.add(
      'info',
      'excerpt',
      { file, at: mark.at, locate: { what: 'key' } },
      tell`This file is an excerpt (${mark.why}): references in it are not checked.`,
    );
  return findings.list;
};
