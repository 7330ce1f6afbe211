import { tell } from '../told.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/** `dependency-order`: a case depends on one that stands later in the order, or on itself. */
export const dependencyOrder: EvalsetRule = ({ cards, deps }) => {
  const findings = new Findings();
  if (deps === null) return findings.list;
  const places = new Map(cards.map((card, i) => [card.value.case_id, i] as const));
  for (const [id, { depends_on: others = [] }] of Object.entries(deps.value.cases)) {
    const own = places.get(id);
    others.forEach((other, i) => {
      const place = places.get(other);
      if (own === undefined || place === undefined || place < own) return;
      findings.add(
        'error',
        'dependency-order',
        { file: deps.file, at: ['cases', id, 'depends_on', i] },
        place === own
          ? tell`Case "${id}" cannot depend on itself. Remove it from depends_on.`
          : tell`Case "${other}" stands later in the order than "${id}", so what it leaves is not there yet. Put "${other}" before it, or remove it from depends_on.`,
      );
    });
  }
  return findings.list;
};
