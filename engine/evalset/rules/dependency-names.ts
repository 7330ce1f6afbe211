import type { DepsFile } from '../../../schemas/index.ts';
import { parseCheckpoints } from '../checkpoints.ts';
import { didYouMean, listed, meaning } from '../did-you-mean.ts';
import { placeName } from '../finding.ts';
import type { Located } from '../model.ts';
import { tell } from '../told.ts';
import type { EvalsetView } from '../view.ts';
import { cardsById, Findings, type EvalsetRule } from './rule.ts';

/**
 * `dependency-without-point`: the dependency sidecar names a case or a point that does not exist. `dependency-without-fact`:
 * a branch names a fact that no case leaves, or one of a case that is not depended on. `duplicate-id` of facts.
 */
export const dependencyNames: EvalsetRule = (view) => {
  const findings = new Findings();
  const { deps } = view;
  if (deps === null) return findings.list;
  const facts = factsOf(findings, deps);
  const byId = cardsById(view.cards);
  for (const [id, { depends_on: others = [], branches = {} }] of Object.entries(deps.value.cases)) {
    const place = { file: deps.file, at: ['cases', id], locate: { what: 'key' } } as const;
    if (!view.caseIds.has(id)) {
      if (view.casesKnown)
        findings.add(
          'error',
          'dependency-without-point',
          place,
          tell`There is no case "${id}" in this evalset.${didYouMean(id, view.caseIds)} Correct the id, or remove its dependencies.`,
          meaning(id, view.caseIds),
        );
      continue;
    }
    const known = pointsOf(view, byId.get(id));
    for (const [point, readings] of Object.entries(branches)) {
      const at = ['cases', id, 'branches', point];
      if (known?.includes(point) === false)
        findings.add(
          'error',
          'dependency-without-point',
          { ...place, at },
          tell`Case "${id}" has no point "${point}".${didYouMean(point, known)} It has: ${listed(known)}.`,
          meaning(point, known),
        );
      readings.forEach(({ fact }, i) => {
        const owner = facts.get(fact);
        if (owner !== undefined && others.includes(owner)) return;
        findings.add(
          'error',
          'dependency-without-fact',
          { file: deps.file, at: [...at, i, 'fact'] },
          owner === undefined
            ? tell`No case leaves a fact "${fact}".${didYouMean(fact, facts.keys())} Write it down in the leaves_facts of the case that leaves it.`
            : tell`The fact "${fact}" is left by case "${owner}", which "${id}" does not depend on. Add "${owner}" to its depends_on.`,
          owner === undefined ? meaning(fact, facts.keys()) : undefined,
        );
      });
    }
  }
  return findings.list;
};

/** The cases that leave facts, by the facts' ids. */
function factsOf(findings: Findings, { file, value }: Located<DepsFile>): Map<string, string> {
  const owners = new Map<string, string>();
  for (const [id, { leaves_facts: facts = [] }] of Object.entries(value.cases))
    facts.forEach((fact, i) => {
      const at = ['cases', id, 'leaves_facts', i, 'id'];
      const owner = owners.get(fact.id);
      if (owner === undefined) owners.set(fact.id, id);
      else
        findings.add(
          'error',
          'duplicate-id',
          { file, at },
          tell`The fact "${fact.id}" is already left by case "${owner}" (${placeName(file, ['cases', owner, 'leaves_facts'], file.path)}). Each needs an id of its own.`,
        );
    });
  return owners;
}

/** Ids of the points of a card; null where they cannot be told. */
function pointsOf(
  { excerpts, memo }: EvalsetView,
  card: EvalsetView['cards'][number] | undefined,
): readonly string[] | null {
  if (card === undefined || excerpts.has(card.file.path)) return null;
  return memo.points.of(card.value, () =>
    parseCheckpoints(card.value.checkpoints_raw).points.map((point) => point.id),
  );
}
