import type { Told, ValuePath } from '../evalset/index.ts';
import type { PreflightContext, Problem, ProblemSeverity } from './model.ts';
import { problemAt, problemOf } from './problem.ts';

/** A problem of the agent: at its definition in evalset.yaml, where it has one that says so. */
export function agentProblem(
  { evalset, agent }: Pick<PreflightContext, 'evalset' | 'agent'>,
  severity: ProblemSeverity,
  code: string,
  told: Told,
  at: ValuePath = [],
): Problem {
  const { file } = evalset;
  const defined = file?.value.agents?.[agent.name];
  // A command that was given after `--` stands in no file.
  const same =
    defined?.driver === 'member' &&
    (agent.command === undefined || defined.command?.length === agent.command.length);
  if (file === null || !same) return problemOf(file?.file.path ?? null, severity, code, told);
  return problemAt({ file: file.file, at: [...file.at, 'agents', agent.name, ...at] }, severity, code, told);
}
