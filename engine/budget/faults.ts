import type { BatchLimits, JudgeDefinition, MostPerTurn } from '../../schemas/index.ts';
import { tell, type Told } from '../evalset/told.ts';
import { COUNTED, exceeds } from './amounts.ts';
import { amountText } from './words.ts';

/** Name of the currency where none is named. */
export const CURRENCY = 'USD';

/** Why a budget cannot be held: what would be counted is not known. */
export interface BudgetFault {
  readonly code: 'agent-without-most' | 'judge-without-price' | 'budget-currency' | 'budget-short';
  /** Where it is mended: below `agents.<name>`, below `judges.<name>`, or in the budget itself. */
  readonly at:
    | { readonly agent: true; readonly keys: readonly string[] }
    | { readonly judge: string; readonly keys: readonly string[] }
    | { readonly limit: string };
  readonly told: Told;
}

export interface BudgetTerms {
  readonly limits: BatchLimits;
  /** Name of the agent's definition. */
  readonly agent: string;
  readonly most: MostPerTurn;
  readonly judges: readonly { readonly name: string; readonly definition: JudgeDefinition }[];
  /** Questions that try the agent before the first case. */
  readonly canaries: number;
}

/** What keeps a budget from being held; nothing may be run under it. */
export function budgetFaults(terms: BudgetTerms): BudgetFault[] {
  return [...ofAgent(terms), ...ofJudges(terms), ...ofCanaries(terms)];
}

function ofAgent({ limits, agent, most }: BudgetTerms): BudgetFault[] {
  const at = { agent: true, keys: ['most_per_turn'] } as const;
  const missing = COUNTED.filter((one) => limits[one] !== undefined && most[one] === undefined);
  const currency = limits.currency ?? CURRENCY;
  const own = most.currency ?? CURRENCY;
  const foreign = limits.cost !== undefined && most.cost !== undefined && most.cost > 0 && own !== currency;
  return [
    ...missing.map((one) => ({
      code: 'agent-without-most' as const,
      at,
      told: tell`The budget of the batch limits ${one}, and nobody says how much the agent "${agent}" takes for a turn, so the limit cannot be held. Add ${one} to most_per_turn of its definition (agents: in evalset.yaml), or take ${one} out of the budget.`,
    })),
    ...(foreign
      ? [
          {
            code: 'budget-currency' as const,
            at: { agent: true, keys: ['most_per_turn', 'cost'] } as const,
            told: tell`The agent "${agent}" costs ${own}, and the budget of the batch is in ${currency}. Give both in one currency.`,
          },
        ]
      : []),
  ];
}

function ofJudges({ limits, judges }: BudgetTerms): BudgetFault[] {
  if (limits.cost === undefined) return [];
  const currency = limits.currency ?? CURRENCY;
  return judges.flatMap(({ name, definition: { price } }): BudgetFault[] => {
    if (price === undefined)
      return [
        {
          code: 'judge-without-price',
          at: { judge: name, keys: [] },
          told: tell`The budget of the batch limits money, and judge "${name}" has no price, so the limit cannot be held. Add price to it, or take cost out of the budget.`,
        },
      ];
    const own = price.currency ?? CURRENCY;
    if (own === currency) return [];
    return [
      {
        code: 'budget-currency',
        at: { judge: name, keys: ['price'] },
        told: tell`Judge "${name}" costs ${own}, and the budget of the batch is in ${currency}. Give both in one currency.`,
      },
    ];
  });
}

/** The agent is tried before any case: a budget that this does not fit into is none. */
function ofCanaries({ limits, most, canaries }: BudgetTerms): BudgetFault[] {
  return COUNTED.flatMap((one): BudgetFault[] => {
    const limit = limits[one];
    const need = ((most[one] ?? 0) + (one === 'messages' ? 1 : 0)) * canaries;
    if (limit === undefined || !exceeds(need, limit)) return [];
    const text = (amount: number): string => amountText(one, amount, limits.currency ?? CURRENCY);
    return [
      {
        code: 'budget-short',
        at: { limit: one },
        told: tell`The budget of the batch is ${text(limit)}, and the question that tries the agent before the first case may take ${text(need)} already. Raise it.`,
      },
    ];
  });
}
