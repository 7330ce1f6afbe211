import type { NotBegun } from '../schemas/index.ts';
import type { ScoreReport } from '../engine/stages/index.ts';
import { Exit, type CommandContext } from './exit.ts';

/** Tells what a person must mend and sets the exit code. */
export function settle(context: CommandContext, report: ScoreReport, minScore: number | undefined): void {
  for (const problem of report.problems) context.reporter.error(problem, 'judging');
  if (report.problems.length > 0) context.exit(Exit.usage);
  settleLeftOut(context, report.summary.budget?.not_begun ?? [], report.summary.cases_planned);
  if (minScore === undefined) return;
  const worst = report.summary.bounds?.micro.worst ?? report.summary.micro;
  if (worst === null || worst < minScore) {
    context.reporter.error(
      `the mean case score is ${worst ?? 'not known'}, below the threshold ${minScore} (cases without a score count as 0)`,
      'threshold',
    );
    context.exit(Exit.findings);
  }
}

/** Tells that the budget left cases out: the batch is not whole. */
export function settleLeftOut(context: CommandContext, left: readonly NotBegun[], planned: number): void {
  const [first] = left;
  if (first === undefined) return;
  context.reporter.error(
    `${left.length} of ${planned} cases were not begun: ${first.case_id}: ${first.why}. Go on with \`run --resume\` and a raised --limit`,
    'threshold',
  );
  context.exit(Exit.findings);
}
