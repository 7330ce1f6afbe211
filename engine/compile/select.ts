import type { SelectionFile, TeamCard } from '../../schemas/index.ts';
import { isFileName } from '../evalset/names.ts';
import type { Located } from '../evalset/model.ts';
import { errorAt, optionError } from './errors.ts';
import type { CompileError, CompileOptions } from './model.ts';
import { whyNotRunnable } from './steps.ts';

/** A card with its ordinal: the 1-based place among all cases of its group, before selection, or as declared. */
export interface PlacedCard {
  readonly located: Located<TeamCard>;
  readonly ordinal: number;
}

/** Groups that have cases, in the order of their first case. */
export type CardsByGroup = ReadonlyMap<string, readonly PlacedCard[]>;

/** Gives every card its ordinal in its group. */
export function placeCards(
  cards: readonly Located<TeamCard>[],
  ordinals: CompileOptions['ordinals'],
): CardsByGroup {
  const groups = new Map<string, PlacedCard[]>();
  for (const located of cards) {
    const { group_key, case_id } = located.value;
    const group = groups.get(group_key) ?? [];
    groups.set(group_key, group);
    group.push({ located, ordinal: ordinals?.[case_id] ?? group.length + 1 });
  }
  return groups;
}

/**
 * The selection: the asked-for cases (all when none are asked for) that can be run, in the evalset's order. Every other
 * case is listed as excluded with the reason.
 */
export function selectCases(
  cards: readonly Located<TeamCard>[],
  options: CompileOptions,
): { selection: SelectionFile; errors: CompileError[] } {
  const errors: CompileError[] = [];
  const known = new Set(cards.map(({ value }) => value.case_id));
  options.cases?.forEach((id, i) => {
    if (!known.has(id)) errors.push(optionError(['cases', i], `There is no case "${id}" in this evalset.`));
  });
  const asked = options.cases === undefined ? null : new Set(options.cases);
  const cases: string[] = [];
  const excluded: { case_id: string; why: string }[] = [];
  for (const { value: card } of cards) {
    const why =
      asked?.has(card.case_id) === false ? 'it is not among the asked-for cases' : whyNotRunnable(card);
    if (why === null) cases.push(card.case_id);
    else excluded.push({ case_id: card.case_id, why });
  }
  if (cases.length === 0 && errors.length === 0)
    errors.push(
      optionError(
        ['cases'],
        `No case is left to run: ${excluded.map((item) => `${item.case_id}: ${item.why}`).join('; ')}.`,
      ),
    );
  const label = options.selectionLabel ?? (asked === null ? 'all' : 'selection');
  const method = asked === null ? 'all cases that this version can run' : 'case ids as asked for';
  return { selection: { label, case_count: cases.length, cases, excluded, method }, errors };
}

/** Ids that cannot stand in file names and step ids, and ids that stand twice. */
export function idErrors(cards: readonly Located<TeamCard>[]): CompileError[] {
  const errors: CompileError[] = [];
  const seen = new Set<string>();
  for (const located of cards) {
    const { case_id, group_key } = located.value;
    if (seen.has(case_id))
      errors.push(errorAt(located, ['case_id'], `A case before this one has the id "${case_id}" already.`));
    seen.add(case_id);
    for (const [at, id] of [
      ['case_id', case_id],
      ['group_key', group_key],
    ] as const)
      if (!isFileName(id))
        errors.push(
          errorAt(
            located,
            [at],
            `"${id}" becomes part of file names: use letters, digits, "_", "-" and ".".`,
          ),
        );
  }
  return errors;
}
