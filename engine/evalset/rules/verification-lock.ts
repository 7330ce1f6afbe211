import type { EvalsetView } from '../view.ts';
import { dependenciesOf } from '../dependencies.ts';
import type { ValuePath } from '../model.ts';
import { tell } from '../told.ts';
import { cardsById, Findings, type EvalsetRule } from './rule.ts';

/**
 * `verification-without-lock`: a point rests on what the agent posts in a group in which other cases are asked, and the
 * case does not have that group to itself. A post there may then fall into the windows of two cases, and the point
 * cannot be judged: in some runs, and not in others.
 */
export const verificationLock: EvalsetRule = (view) => {
  const findings = new Findings();
  const { checks, deps, cards, excerpts } = view;
  if (checks === null) return findings.list;
  const byId = cardsById(cards);
  for (const [id, points] of Object.entries(checks.value.checks)) {
    const card = byId.get(id);
    if (card === undefined || excerpts.has(card.file.path)) continue;
    const own = deps !== null && Object.hasOwn(deps.value.cases, id) ? deps.value.cases[id] : undefined;
    const told = new Set<string>([card.value.group_key, ...(own?.locks ?? [])]);
    for (const { group, at } of postsIn(points, ['checks', id])) {
      const other = told.has(group) ? undefined : caseAskedIn(view, group, id);
      if (other === undefined) continue;
      // Once for a group: the way out is the same.
      told.add(group);
      findings.add(
        'info',
        'verification-without-lock',
        { file: checks.file, at },
        tell`Case "${other}" is asked in group "${group}": played at the same time, a post there may belong to either, and this cannot be judged. Give "${id}" the group to itself in cases.deps.yaml: locks: [${group}].`,
      );
    }
  }
  return findings.list;
};

/** Every condition on posts in a verification group that names the group, and where its name stands. */
function* postsIn(value: unknown, at: ValuePath): Generator<{ group: string; at: ValuePath }> {
  if (typeof value !== 'object' || value === null) return;
  if (
    'where' in value &&
    value.where === 'verification' &&
    'group' in value &&
    typeof value.group === 'string'
  )
    yield { group: value.group, at: [...at, 'group'] };
  const inside: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((one: unknown, i) => [i, one] as const)
    : Object.entries(value);
  for (const [key, one] of inside) yield* postsIn(one, [...at, key]);
}

/** A case that may be at work in the group meanwhile: it neither rests on this one nor this one on it, near or far. */
function caseAskedIn({ cards, deps }: EvalsetView, group: string, id: string): string | undefined {
  const rests = (from: string, on: string): boolean => dependenciesOf(from, deps?.value).has(on);
  return cards
    .map(({ value }) => value)
    .find(
      ({ case_id: other, group_key: key }) =>
        key === group && other !== id && !rests(id, other) && !rests(other, id),
    )?.case_id;
}
