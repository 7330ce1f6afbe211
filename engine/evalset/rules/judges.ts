import { didYouMean, listed, meaning } from '../did-you-mean.ts';
import { BUILT_IN_JUDGES, isReservedJudge } from '../judge-names.ts';
import { valueAt } from '../shape-issues.ts';
import { tell } from '../told.ts';
import { Findings, type PartRule } from './rule.ts';

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : {};

/**
 * The judges of an evalset. `unknown-judge`: one is named that nobody is, or the second is the first. `reserved-judge`: a
 * name that means something else. `judge-without-price`: a limit in money that cannot be held.
 */
export const judges: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  if (kind !== 'evalset') return findings.list;
  const defined = fieldsOf(valueAt(file.value, ['judges']));
  const known = [...BUILT_IN_JUDGES, ...Object.keys(defined)];
  for (const name of Object.keys(defined)) {
    const key = { file, at: ['judges', name], locate: { what: 'key' } } as const;
    if (isReservedJudge(name))
      findings.add(
        'error',
        'reserved-judge',
        key,
        tell`"${name}" means something else where judges are named or their files are. Give this judge another name.`,
      );
    const judge = fieldsOf(defined[name]);
    if (fieldsOf(judge['budget'])['cost'] !== undefined && judge['price'] === undefined)
      findings.add(
        'error',
        'judge-without-price',
        { file, at: ['judges', name, 'budget', 'cost'] },
        tell`Judge "${name}" has a limit in money and no price, so nothing would be asked. Add \`price\`, or limit calls or tokens.`,
      );
  }
  for (const key of ['default_judge', 'second_judge'] as const) {
    const name = valueAt(file.value, [key]);
    if (typeof name !== 'string') continue;
    const names = key === 'second_judge' ? known.filter((one) => one !== 'manual') : known;
    if (!names.includes(name))
      findings.add(
        'error',
        'unknown-judge',
        { file, at: [key] },
        tell`There is no judge "${name}" that can stand here.${didYouMean(name, names)} It can be: ${listed(names)}.`,
        meaning(name, names),
      );
    else if (key === 'second_judge' && name === (valueAt(file.value, ['default_judge']) ?? 'rule'))
      findings.add(
        'error',
        'unknown-judge',
        { file, at: [key] },
        tell`"${name}" is the first judge already, so it would say the same. Name another one; \`repeats\` asks the same model again.`,
      );
  }
  return findings.list;
};
