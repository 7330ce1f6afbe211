import type { SelectionFile, TeamCard } from '../../schemas/index.ts';
import { isFileName } from '../evalset/names.ts';
import type { Located } from '../evalset/model.ts';
import { tell } from '../evalset/told.ts';
import { errorAt } from './errors.ts';
import type { CompileError, CompileOptions } from './model.ts';

/** Why a case is left out that was not asked for. */
export const NOT_ASKED = 'it is not among the asked-for cases';

/**
 * The selection: the asked-for cases (all when none are asked for), in the evalset's order. Every other case is listed as
 * excluded with the reason.
 */
export function selectCases(
  cards: readonly TeamCard[],
  options: Pick<CompileOptions, 'cases' | 'selectionLabel'>,
): SelectionFile {
  const asked = options.cases === undefined ? null : new Set(options.cases);
  const cases: string[] = [];
  const excluded: { case_id: string; why: string }[] = [];
  for (const { case_id } of cards) {
    if (asked?.has(case_id) === false) excluded.push({ case_id, why: NOT_ASKED });
    else cases.push(case_id);
  }
  const label = options.selectionLabel ?? (asked === null ? 'all' : 'selection');
  const method = asked === null ? 'all cases' : 'case ids as asked for';
  return { label, case_count: cases.length, cases, excluded, method };
}

/** Ids that cannot stand in file names and step ids, and ids that stand twice. */
export function idErrors(cards: readonly Located<TeamCard>[]): CompileError[] {
  const errors: CompileError[] = [];
  const seen = new Set<string>();
  for (const located of cards) {
    const { case_id, group_key } = located.value;
    if (seen.has(case_id))
      errors.push(
        errorAt(located, ['case_id'], tell`A case before this one has the id "${case_id}" already.`),
      );
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
            tell`"${id}" becomes part of file names: use letters, digits, "_", "-" and ".".`,
          ),
        );
  }
  return errors;
}
