import type { SelectionBudget, SelectionFile } from '../schemas/index.ts';

/** Says how long a selection is expected to take, how that is known, and what it leaves uncovered. */
export function budgetLines(selection: SelectionFile, budget: SelectionBudget): string[] {
  const { shared, groups } = budget;
  return [
    `time: ${minutes(budget.seconds)} for each group, of which ${minutes(shared.seconds)} (${shared.from}) before the first case`,
    ...groups.map(
      ({ group, case_count, seconds, measured }) =>
        `${group}: ${case_count} ${case_count === 1 ? 'case' : 'cases'}, expected ${minutes(seconds)}${sourceOf(case_count, measured)}`,
    ),
    ...uncoveredLines(selection),
  ];
}

function sourceOf(all: number, measured: number): string {
  if (all === 0) return '';
  if (measured === 0) return ' (computed from turns and waits)';
  return measured === all
    ? ' (measured in earlier batches)'
    : ` (${measured} measured in earlier batches, ${all - measured} computed from turns and waits)`;
}

/** By dimension, in the order in which they come. */
function uncoveredLines({ uncovered = [] }: SelectionFile): string[] {
  if (uncovered.length === 0) return ['every value that a case has is covered'];
  const by = new Map<string, string[]>();
  for (const { dimension, value, cases } of uncovered)
    by.set(dimension, [...(by.get(dimension) ?? []), `${value} (${cases.join(', ')})`]);
  return [...by].map(([dimension, values]) => `not covered: ${dimension}: ${values.join('; ')}`);
}

const minutes = (seconds: number): string =>
  seconds < 90 ? `${Math.round(seconds * 10) / 10} s` : `${Math.round(seconds / 6) / 10} min`;
