import path from 'node:path';
import { STRATEGIES, type CaseGrader, type Strategy } from '../../schemas/index.ts';
import type { Evalset, Finding } from '../evalset/index.ts';
import { actsOf } from './act.ts';
import { GraderFindings } from './findings.ts';
import { grade, spanOf, type Graded } from './grade.ts';
import { mutantsOf, OPERATORS, type Mutant } from './mutate/mutate.ts';
import type { CaseResult, GraderReport, MutantResult, StrategyResult } from './report.ts';
import type { Stage, StagedCase } from './stage.ts';
import { transcriptsOf } from './strategies.ts';

const DEFAULT_NOTICED = 0.95;

/** A mutant that no check noticed, with its case. */
interface Unnoticed {
  readonly staged: StagedCase;
  readonly mutant: Mutant;
}

/**
 * Tries the checks of an evalset: oracles have to score 1, agents that know nothing may not pass their ceilings, and
 * altered oracles have to be noticed. Nothing is run: all is played in memory.
 */
export async function tryGraders(
  stage: Stage,
  signal?: AbortSignal,
): Promise<{ report: GraderReport; findings: Finding[] }> {
  const { evalset } = stage;
  const graders = evalset.graders?.value;
  const findings = new GraderFindings(evalset);
  const cases: CaseResult[] = [];
  const unnoticed: Unnoticed[] = [];
  const counts = new Map(OPERATORS.map((operator) => [operator, { all: 0, noticed: 0 }]));
  for (const staged of stage.cases) {
    signal?.throwIfAborted();
    const id = staged.card.value.case_id;
    const grader = graders?.graders[id];
    const oracle = await tryOracle(stage, staged, grader, findings);
    const strategies: StrategyResult[] = [];
    for (const strategy of STRATEGIES)
      strategies.push(await tryStrategy(strategy, stage, staged, grader, findings));
    cases.push({
      case_id: id,
      ...(grader?.twin_of === undefined ? {} : { twin_of: grader.twin_of }),
      ...(oracle === null ? {} : { oracle: oracle.verdict.score }),
      strategies,
    });
    // Of an oracle that is not understood, mutants say nothing.
    if (oracle?.verdict.score !== 1 || grader?.oracle === undefined) continue;
    const { judged = {} } = grader;
    const decides = (point: string): boolean => !Object.hasOwn(judged, point);
    for (const mutant of mutantsOf(stage, staged, actsOf(stage, grader.oracle), decides)) {
      signal?.throwIfAborted();
      const count = counts.get(mutant.operator);
      if (count === undefined) continue;
      count.all += 1;
      const blind = blindTo(mutant, await grade(stage, staged, mutant.acts, grader.judged));
      if (blind.length === 0) count.noticed += 1;
      else unnoticed.push({ staged, mutant: { ...mutant, points: blind } });
    }
  }
  findings.twins(cases);
  const wanted = graders?.noticed_at_least ?? DEFAULT_NOTICED;
  const operators = [...counts].map(([operator, { all, noticed }]) => ({
    operator,
    all,
    noticed,
    holds: all === 0 || noticed / all >= wanted,
  }));
  for (const { staged, mutant } of unnoticed) {
    const fails = operators.some(({ operator, holds }) => operator === mutant.operator && !holds);
    findings.mutant(staged.card.value.case_id, mutant, fails);
  }
  const told = unnoticed.map(({ staged, mutant }) => mutantResult(evalset, staged, mutant, findings));
  return {
    report: {
      evalset: evalset.root,
      day0: stage.day0,
      noticed_at_least: wanted,
      cases,
      operators,
      unnoticed: told,
    },
    findings: findings.list(),
  };
}

async function tryOracle(
  stage: Stage,
  staged: StagedCase,
  grader: CaseGrader | undefined,
  findings: GraderFindings,
): Promise<Graded | null> {
  const id = staged.card.value.case_id;
  if (grader?.oracle === undefined) {
    findings.missing(id, grader !== undefined);
    return null;
  }
  const acts = actsOf(stage, grader.oracle);
  const graded = await grade(stage, staged, acts, grader.judged);
  for (const { act, why } of graded.undone) findings.undone(id, acts.indexOf(act), why);
  if (graded.verdict.score !== 1) findings.oracle(id, graded.verdict);
  return graded;
}

async function tryStrategy(
  strategy: Strategy,
  stage: Stage,
  staged: StagedCase,
  grader: CaseGrader | undefined,
  findings: GraderFindings,
): Promise<StrategyResult> {
  const ceiling = grader?.ceilings?.[strategy] ?? 0;
  let best: Graded | null = null;
  for (const acts of transcriptsOf(strategy, stage, staged, grader)) {
    const graded = await grade(stage, staged, acts);
    if (best === null || spanOf(graded.verdict).high > spanOf(best.verdict).high) best = graded;
  }
  const score = best === null ? 0 : spanOf(best.verdict).high;
  const points = (best?.verdict.checkpoints ?? []).filter(
    ({ kind, met }) => kind === 'required' && met !== 'unmet',
  );
  const holds = score <= ceiling;
  if (best !== null && !holds) findings.ceiling(staged.card.value.case_id, strategy, score, ceiling, points);
  return { strategy, score, ceiling, holds, points: points.map(({ id }) => id) };
}

/**
 * Points that an altered oracle concerns and that find it met all the same, by their own word: what another point or a
 * gate made of it does not excuse a weak check. None of them when the altered oracle triggers a deduction or veto.
 */
function blindTo(mutant: Mutant, { verdict }: Graded): string[] {
  if (verdict.deductions > 0 || verdict.veto.triggered) return [];
  return verdict.checkpoints
    .filter(({ id, met, raw_met: raw }) => mutant.points.includes(id) && (raw ?? met) === 'met')
    .map(({ id }) => id);
}

function mutantResult(
  evalset: Evalset,
  staged: StagedCase,
  { operator, points, before, after }: Mutant,
  findings: GraderFindings,
): MutantResult {
  const id = staged.card.value.case_id;
  const checks = points.map((point) => {
    const { file, line } = findings.placeOfCheck(id, point);
    return `${path.relative(evalset.root, file).split(path.sep).join('/')}:${line}`;
  });
  return { case_id: id, operator, points, before, after, checks };
}
