import { CODES } from '../codes/index.ts';
import { didYouMean, meaning } from '../did-you-mean.ts';
import { tell } from '../told.ts';
import { valueAt } from '../shape-issues.ts';
import { Findings, type PartRule } from './rule.ts';

/**
 * The key `rules` of an evalset. `unknown-rule`: a code that no finding has. `fixed-rule`: a code without which a file
 * cannot be read, and that stays what it is.
 */
export const ruleSeverities: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  const rules = kind === 'evalset' ? valueAt(file.value, ['rules']) : undefined;
  if (typeof rules !== 'object' || rules === null || Array.isArray(rules)) return findings.list;
  const settable = [...CODES.values()].filter((info) => !info.fixed).map((info) => info.code);
  for (const code of Object.keys(rules)) {
    const place = { file, at: ['rules', code], locate: { what: 'key' } } as const;
    const info = CODES.get(code);
    if (info === undefined)
      findings.add(
        'error',
        'unknown-rule',
        place,
        tell`There is no finding of the code "${code}".${didYouMean(code, settable)} \`sundowner check --list-rules\` has them all. Correct it, or remove the line.`,
        meaning(code, settable),
      );
    else if (info.fixed)
      findings.add(
        'error',
        'fixed-rule',
        place,
        tell`"${code}" keeps a file from being read or used, so it is always an error. Remove this line, and mend what it finds.`,
      );
  }
  return findings.list;
};
