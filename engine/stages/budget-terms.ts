import type {
  BatchLimits,
  BatchManifest,
  ChecksFile,
  EvalStep,
  MostPerTurn,
  WorldPreset,
} from '../../schemas/index.ts';
import { budgetFaults, CURRENCY, reserveOf, type BudgetTerms, type Reserve } from '../budget/index.ts';
import type { BudgetFacts, JudgeFacts } from '../preflight/index.ts';
import { impliedCondition, type Evalset } from '../evalset/index.ts';
import type { CaseJudge, JudgePlan } from './judge-plan.ts';

type Agent = Pick<BatchManifest['agent'], 'name' | 'driver' | 'most_per_turn' | 'rehearsal'>;

/** Most that a turn of the agent takes. A rehearsal asks no model: what is not declared of it is nothing. */
export function mostOf({ driver, most_per_turn: most, rehearsal }: Omit<Agent, 'name'>): MostPerTurn {
  if (driver !== 'rehearsal') return most ?? {};
  return { tokens: 0, cost: 0, ...rehearsal?.most_per_turn };
}

/** The limits of a batch: of its evalset, and those that were asked for in their place; undefined: none. */
export function limitsOf(evalset: Evalset, asked: BatchLimits | undefined): BatchLimits | undefined {
  const all = { ...evalset.file?.value.budget, ...asked };
  const { currency: _currency, ...limits } = all;
  return Object.values(limits).some((one) => one !== undefined) ? all : undefined;
}

export const modelsIn = ({ first, others }: JudgePlan): Extract<CaseJudge, { mode: 'model' }>[] =>
  [first, ...others].filter((one): one is Extract<CaseJudge, { mode: 'model' }> => one.mode === 'model');

export function termsOf(
  limits: BatchLimits,
  agent: Agent,
  judges: BudgetTerms['judges'],
  { phases }: Pick<WorldPreset, 'phases'>,
): BudgetTerms {
  const canaries = (phases?.cast ?? []).filter(({ op }) => op === 'canary').length;
  return { limits, agent: agent.name, most: mostOf(agent), judges, canaries };
}

export interface ReservesInput {
  readonly evalset: Evalset;
  readonly world: Pick<WorldPreset, 'render'>;
  readonly bundles: readonly { readonly steps: readonly EvalStep[] }[];
  readonly cases: readonly string[];
  readonly terms: Pick<BudgetTerms, 'most' | 'judges'>;
  readonly askSec?: number | undefined;
}

/** How long a gate waits while the agent is at work where the world does not say, s. */
export const GATE_MAX_SEC = 900;

/** The most that each case can use. */
export function reservesOf(input: ReservesInput): Map<string, Reserve> {
  const { evalset, world, bundles, cases, terms, askSec = 0 } = input;
  const cards = new Map(evalset.cards.map(({ value }) => [value.case_id, value]));
  const steps = new Map<string, EvalStep[]>();
  for (const step of bundles.flatMap((bundle) => bundle.steps))
    steps.set(step.case_id, [...(steps.get(step.case_id) ?? []), step]);
  const sidecar = evalset.checks?.value;
  return new Map(
    cases.map((caseId) => [
      caseId,
      reserveOf({
        card: cards.get(caseId) ?? { checkpoints_raw: '' },
        steps: steps.get(caseId) ?? [],
        checked: new Set(Object.keys(sidecar?.checks[caseId] ?? {})),
        openLines: (steps.get(caseId) ?? []).filter((step) => isOpenLine(step, sidecar)).length,
        most: terms.most,
        judges: terms.judges.map(({ definition }) => definition),
        gateMaxSec: world.render.exec_params.gate_max_sec ?? GATE_MAX_SEC,
        askSec,
      }),
    ]),
  );
}

/** A conditional line that no rule decides, neither one of the sidecar nor its own words. */
function isOpenLine(step: EvalStep, sidecar: ChecksFile | undefined): boolean {
  if ((step.op !== 'msg' && step.op !== 'dm') || step.conditional === undefined) return false;
  const { key, condition } = step.conditional;
  const rule = sidecar?.conditionals?.[step.case_id]?.[key] ?? impliedCondition(condition, step.actor);
  return rule === null;
}

/** The budget as preflight looks at it; null: there is none, or who judges cannot be told. */
export function budgetFacts(
  limits: BatchLimits | undefined,
  agent: Agent,
  judges: readonly JudgeFacts[] | string,
  of: Omit<ReservesInput, 'terms'> & { readonly world: WorldPreset },
): BudgetFacts | null {
  if (limits === undefined || typeof judges === 'string') return null;
  const models = judges.flatMap(({ name, definition }) =>
    definition === undefined ? [] : { name, definition },
  );
  const terms = termsOf(limits, agent, models, of.world);
  return {
    limits,
    currency: limits.currency ?? CURRENCY,
    faults: budgetFaults(terms),
    reserves: reservesOf({ ...of, terms }),
  };
}
