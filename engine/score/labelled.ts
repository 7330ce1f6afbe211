import type { JudgeFilled, Labeller, VerdictCheckpoint } from '../../schemas/index.ts';

type Decision = JudgeFilled['decisions'][number];

/** A person's word that decides a point in the judge's place. */
export interface ByPerson {
  readonly by: Labeller;
  readonly decision: Decision;
}

/** By point id. */
export type ByPersons = ReadonlyMap<string, ByPerson>;

/** The decisions that count: a person's where there is one, else the judge's. */
export function decidedBy(judged: JudgeFilled, persons: ByPersons): JudgeFilled {
  if (persons.size === 0) return judged;
  const own = judged.decisions.map((decision) => persons.get(decision.id)?.decision ?? decision);
  return { ...judged, decisions: own };
}

/** What the checkpoint of a verdict says of the person who decided, and of the judge before. */
export function whoDecided(
  id: string,
  judged: JudgeFilled,
  persons: ByPersons,
): Pick<VerdictCheckpoint, 'by' | 'judged'> {
  const person = persons.get(id);
  if (person === undefined) return {};
  const said = judged.decisions.find((decision) => decision.id === id);
  if (said === undefined) return { by: person.by };
  const { met, reason, evidence, scope_read: read, cannot_judge: cannot } = said;
  return {
    by: person.by,
    judged: {
      met,
      reason,
      evidence,
      ...(read === undefined ? {} : { scope_read: read }),
      ...(cannot === undefined ? {} : { cannot_judge: cannot }),
    },
  };
}
