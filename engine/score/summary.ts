import type { BatchManifest, Manifests, Summary, Verdict } from '../../schemas/index.ts';
import { judgeAgreement } from './judge-agreement.ts';
import { lineageOf } from './lineage.ts';
import { boundsOfBatch, hitRate, macroOf, meanOf, storylinesOf, type CaseScore } from './means.ts';
import { statisticsOf, type SizedScore } from './statistics.ts';

/** A case of the batch's plan, in the evalset's order. */
export interface PlannedCase {
  readonly case_id: string;
  readonly storyline: string;
  /** Number of its required points: for the bounds, when the case has no verdict. */
  readonly required_total?: number;
}

/** What is known of the agent beyond the batch manifest. */
export type AgentDetails = Partial<Omit<Summary['agent'], 'name'>>;

export interface SummaryInput {
  readonly batch: BatchManifest;
  readonly manifests: Manifests;
  readonly planned: readonly PlannedCase[];
  /** Every verdict of the batch, all attempts; a planned case without one was not run. */
  readonly verdicts: readonly Verdict[];
  /** Instants, ISO 8601. `evalStarted` and `evalFinished` are null when no case was played. */
  readonly times: {
    readonly started: string;
    readonly finished: string;
    readonly evalStarted: string | null;
    readonly evalFinished: string | null;
  };
  /** Case ids in the order actually run, by group. */
  readonly order?: Readonly<Record<string, readonly string[]>>;
  readonly agent?: AgentDetails;
  /** What was used of the batch's budget, where it has one. */
  readonly budget?: NonNullable<Summary['budget']>;
  /** Number of master copies of the world; the evalset manifest's `seed_assets` when absent. */
  readonly masters?: number;
  readonly statisticsLimit?: string;
  readonly now: () => Date;
}

/**
 * The verdict that counts for a case: of its attempts the first with a score, else the last one.
 * `attempt` orders them; verdicts without it keep their order. Undefined when there is none.
 */
export function countingVerdict(attempts: readonly Verdict[]): Verdict | undefined {
  const inOrder = [...attempts].sort((a, b) => (a.attempt ?? 1) - (b.attempt ?? 1));
  return inOrder.find((verdict) => verdict.score !== null) ?? inOrder.at(-1);
}

function statusCounts(scores: readonly CaseScore<Verdict>[]): Record<string, number> {
  const counts: Record<string, number> = { PASS: 0, FAIL: 0, PENDING: 0, FAIL_ENV: 0, RERUN: 0, NOT_RUN: 0 };
  for (const { verdict } of scores) {
    const status = verdict?.status ?? 'NOT_RUN';
    counts[status] = (counts[status] ?? 0) + 1;
  }
  return { ...counts, total: scores.length };
}

/** The cases that count for nothing, by name: they may not go unseen among those without a score. */
function voidCases(verdicts: readonly Verdict[]): Pick<Summary, 'void_cases'> {
  const ids = verdicts.filter(({ status }) => status === 'VOID').map(({ case_id: id }) => id);
  return ids.length === 0 ? {} : { void_cases: ids };
}

function humanReview(verdicts: readonly Verdict[]): Summary['human_review'] {
  const flagged = verdicts.filter((verdict) => verdict.human_review !== undefined);
  if (flagged.length === 0) return undefined;
  const by: Record<string, number> = {};
  for (const { human_review: flag } of flagged)
    if (flag !== undefined) by[flag.dimension] = (by[flag.dimension] ?? 0) + 1;
  return { cases: flagged.length, by_dimension: by, case_ids: flagged.map((one) => one.case_id).sort() };
}

function crossCheck(verdicts: readonly Verdict[]): Summary['cross_check'] {
  const checked = verdicts.filter((verdict) => verdict.cross_check !== undefined);
  if (checked.length === 0) return undefined;
  const disagree = checked.filter((verdict) => verdict.cross_check?.agree === false);
  return {
    cases: checked.length,
    agree: checked.length - disagree.length,
    disagree_cases: disagree.map((one) => one.case_id).sort(),
  };
}

/**
 * Sums up a batch: means and hit rate over the cases that have a score, their number beside them, and (when a planned
 * case has none) the means if all of those were 0 and 1. Cases that were not run count in `counts.NOT_RUN`.
 */
export function summarise(input: SummaryInput): Summary {
  const { batch, manifests, times } = input;
  const scores: SizedScore<Verdict>[] = input.planned.map((planned) => ({
    storyline: planned.storyline,
    requiredTotal: planned.required_total,
    verdict: countingVerdict(input.verdicts.filter((verdict) => verdict.case_id === planned.case_id)),
  }));
  const verdicts = scores.flatMap(({ verdict }) => (verdict === undefined ? [] : [verdict]));
  const scored = verdicts.flatMap(({ score }) => (score === null ? [] : [score]));
  const cross = crossCheck(verdicts);
  const agreed = judgeAgreement(verdicts);
  const review = humanReview(verdicts);
  const project = input.agent?.project_id;
  const storylines = storylinesOf(scores);
  return {
    label: batch.label,
    day0: batch.day0,
    mode: batch.mode,
    world_version: manifests.script.world_version,
    ...(project === undefined ? {} : { agent_project_id: project }),
    agent: {
      name: batch.agent.display_name,
      ...(batch.agent.model === undefined ? {} : { model: batch.agent.model }),
      ...input.agent,
    },
    started_at: times.started,
    finished_at: times.finished,
    eval_started_at: times.evalStarted,
    eval_finished_at: times.evalFinished,
    ...(cross === undefined ? {} : { cross_check: cross }),
    case_total: manifests.evalset.case_total,
    cases_planned: scores.length,
    cases_run: verdicts.length,
    counts: statusCounts(scores),
    scored_total: scored.length,
    micro: meanOf(scored),
    macro: macroOf(scores),
    checkpoint_hit_rate: hitRate(verdicts),
    ...(scored.length === scores.length ? {} : { bounds: boundsOfBatch(scores) }),
    storylines: storylines.length,
    by_storyline: storylines,
    ...voidCases(verdicts),
    veto_triggered: verdicts.filter((verdict) => verdict.veto.triggered).length,
    ...(review === undefined ? {} : { human_review: review }),
    ...(input.budget === undefined ? {} : { budget: input.budget }),
    ...(batch.mixed_script === undefined ? {} : { mixed_script: true as const }),
    ...(input.order === undefined
      ? {}
      : { order: Object.fromEntries(Object.entries(input.order).map(([key, ids]) => [key, [...ids]])) }),
    lineage: lineageOf(manifests, verdicts.length, input.masters),
    ...(agreed === undefined ? {} : { agreement: agreed }),
    statistics: statisticsOf(scores),
    ...(input.statisticsLimit === undefined ? {} : { statistics_limit: input.statisticsLimit }),
    updated_at: input.now().toISOString(),
  };
}
