import type { ScoreReport } from '../engine/stages/index.ts';
import { Exit, type CommandContext } from './exit.ts';

/** Tells what a person must mend and sets the exit code. */
export function settle(context: CommandContext, report: ScoreReport, minScore: number | undefined): void {
  for (const problem of report.problems) context.reporter.error(problem, 'judging');
  if (report.problems.length > 0) context.exit(Exit.usage);
  const left = report.summary.budget?.not_begun ?? [];
  if (left.length > 0) {
    const [first] = left;
    context.reporter.error(
      `${left.length} of ${report.summary.cases_planned} cases were not begun: ${first?.case_id ?? ''}: ${first?.why ?? ''}. Go on with \`run --resume\` and a raised --limit`,
      'threshold',
    );
    context.exit(Exit.findings);
  }
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
