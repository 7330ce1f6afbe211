import { valueAt } from '../shape-issues.ts';
import { cardsIn } from './cards-in.ts';
import { Findings, type PartRule } from './rule.ts';
import { tell } from '../told.ts';

/** `unsupported-op`: what is a valid part of an evalset, but cannot be run by this version. */
export const unsupportedOp: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  if (kind === 'corrections') {
    const list = valueAt(file.value, ['corrections']);
    const ops = Array.isArray(list) ? list.map((one: unknown) => (one as { op?: unknown } | null)?.op) : [];
    ops.forEach((op, i) => {
      if (op === 'add_mention')
        findings.add(
          'warning',
          'unsupported-op',
          { file, at: ['corrections', i, 'op'] },
          tell`Messages that mention a colleague cannot be sent by this version: leave this case out of the run, or remove the correction.`,
        );
    });
  }
  for (const { at, card } of cardsIn(kind, file.value))
    for (const [key, what] of [
      ['dm', tell`Direct messages`],
      ['clock_batch', tell`Cases at a fixed minute of the day`],
    ] as const)
      if (card[key] === true)
        findings.add(
          'warning',
          'unsupported-op',
          { file, at: [...at, key], locate: { what: 'key' } },
          tell`${what} cannot be run by this version: leave this case out of the run, or remove "${key}".`,
        );
  return findings.list;
};
