import type { SelectionBudget, SelectionFile, TeamCard, WorldPreset } from '../../schemas/index.ts';
import { isFileName } from '../evalset/names.ts';
import type { Located } from '../evalset/model.ts';
import { tell } from '../evalset/told.ts';
import { errorAt } from './errors.ts';
import type { Compiled, CompileError, CompileOptions } from './model.ts';

/** Why a case is left out that was not asked for. */
export const NOT_ASKED = 'it is not among the asked-for cases';

/**
 * The selection: the asked-for cases (all when none are asked for), or those of them that a chooser takes, in the
 * evalset's order. Every other case is listed as excluded with the reason.
 */
export function selectCases(
  compiled: readonly Compiled[],
  options: Pick<CompileOptions, 'cases' | 'selectionLabel' | 'choose'>,
  world: WorldPreset,
): { readonly selection: SelectionFile; readonly budget: SelectionBudget | undefined } {
  const asked = options.cases === undefined ? null : new Set(options.cases);
  const selectable = compiled.map((one) =>
    asked?.has(one.card.case_id) === false ? { ...one, whyNot: NOT_ASKED } : one,
  );
  const chosen = options.choose?.(selectable, world);
  const cases: string[] = [];
  const excluded: { case_id: string; why: string }[] = [];
  for (const { card, whyNot } of selectable) {
    const { case_id } = card;
    const why =
      whyNot ?? (chosen === undefined || chosen.cases.has(case_id) ? null : (chosen.why.get(case_id) ?? ''));
    if (why === null) cases.push(case_id);
    else excluded.push({ case_id, why });
  }
  const label = chosen?.label ?? options.selectionLabel ?? (asked === null ? 'all' : 'selection');
  const method = chosen?.method ?? (asked === null ? 'all cases' : 'case ids as asked for');
  const { budget_sec, uncovered, budget } = chosen ?? {};
  return {
    selection: {
      label,
      case_count: cases.length,
      cases,
      excluded,
      method,
      ...(budget_sec === undefined ? {} : { budget_sec }),
      ...(uncovered === undefined ? {} : { uncovered }),
    },
    budget,
  };
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
