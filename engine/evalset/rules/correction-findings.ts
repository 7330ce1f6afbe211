import type { CorrectionProblem } from '../corrected.ts';
import { correctionsSeen } from '../corrections-view.ts';
import type { Finding } from '../model.ts';
import type { EvalsetView } from '../view.ts';
import { Findings } from './rule.ts';

/** The problems of a code that the corrections of an evalset have, at their places. */
export function correctionFindings(view: EvalsetView, code: CorrectionProblem['code']): Finding[] {
  const findings = new Findings();
  const seen = correctionsSeen(view);
  for (const problem of seen?.problems ?? []) {
    if (seen === null || problem.code !== code) continue;
    const at = ['corrections', problem.index, ...problem.at];
    findings.add(problem.severity, code, { file: seen.file.file, at }, problem.message);
  }
  return findings.list;
}
