import { amountText, COUNTED, plus, sum, type BudgetFault, type Counted } from '../../budget/index.ts';
import { tell, type Told } from '../../evalset/index.ts';
import { estimateCase } from '../../select/index.ts';
import { agentProblem } from '../agent-problem.ts';
import type { BudgetFacts, Check, PreflightContext, Problem } from '../model.ts';
import { problemAt, problemOf } from '../problem.ts';

/**
 * What keeps the budget of the batch from being held blocks (`agent-without-most`, `judge-without-price`,
 * `budget-currency`, `budget-short`); that it may not suffice for all cases is a warning (`budget-short`).
 */
export const batchBudget: Check = (context) => {
  const { budget } = context;
  if (budget === null || budget === undefined) return [];
  if (budget.faults.length > 0) return budget.faults.map((fault) => ofFault(context, fault));
  return [...COUNTED.flatMap((counted) => short(context, budget, counted)), ...tooLong(context, budget)];
};

function ofFault(context: PreflightContext, { code, at, told }: BudgetFault): Problem {
  if ('agent' in at) return agentProblem(context, 'blocks', code, told, at.keys);
  if ('limit' in at) return atLimit(context, 'blocks', at.limit, told);
  const { file } = context.evalset;
  return file?.value.judges?.[at.judge] === undefined
    ? problemOf(file?.file.path ?? null, 'blocks', code, told)
    : problemAt({ file: file.file, at: [...file.at, 'judges', at.judge, ...at.keys] }, 'blocks', code, told);
}

/** At the limit in evalset.yaml; one that was given with the command stands nowhere. */
function atLimit(
  { evalset: { file } }: PreflightContext,
  severity: Problem['severity'],
  limit: string,
  told: Told,
): Problem {
  const own: Readonly<Record<string, unknown>> = file?.value.budget ?? {};
  return file === null || own[limit] === undefined
    ? problemOf(file?.file.path ?? null, severity, 'budget-short', told)
    : problemAt({ file: file.file, at: [...file.at, 'budget', limit] }, severity, 'budget-short', told);
}

function short(context: PreflightContext, budget: BudgetFacts, counted: Counted): Problem[] {
  const limit = budget.limits[counted];
  if (limit === undefined) return [];
  const text = (amount: number): string => amountText(counted, amount, budget.currency);
  const all = [...budget.reserves].map(
    ([caseId, { play, judging }]) => [caseId, plus(play, judging)[counted] ?? Infinity] as const,
  );
  const [worst] = all.toSorted(([, a], [, b]) => b - a);
  if (worst === undefined) return [];
  const [caseId, most] = worst;
  if (most > limit)
    return [
      atLimit(
        context,
        'warns',
        counted,
        tell`The budget of the batch is ${text(limit)}, and case ${caseId} alone may take ${text(most)} (${parts(budget, caseId, counted)}), so that it is never begun. Raise the budget, or lower what a turn of the agent or a question of a judge (max_input_chars) may take.`,
      ),
    ];
  const total = all.reduce((one, [, amount]) => one + amount, 0);
  if (total <= limit) return [];
  return [
    atLimit(
      context,
      'warns',
      counted,
      tell`The budget of the batch is ${text(limit)}, and its ${all.length} cases may take up to ${text(total)} (${parts(budget, null, counted)}): what does not fit is not begun. Raise the budget, or run fewer cases.`,
    ),
  ];
}

/** Who may take it. */
function parts({ reserves, currency }: BudgetFacts, caseId: string | null, counted: Counted): Told {
  const some = [...reserves].filter(([id]) => caseId === null || id === caseId).map(([, reserve]) => reserve);
  const of = (which: 'play' | 'judging'): string =>
    amountText(counted, sum(some.map((reserve) => reserve[which]))[counted], currency);
  return tell`agent ${of('play')}, judges ${of('judging')}`;
}

function tooLong(context: PreflightContext, { limits: { minutes }, reserves }: BudgetFacts): Problem[] {
  if (minutes === undefined) return [];
  const text = (seconds: number): string => String(Math.ceil(seconds / 60));
  const [worst] = [...reserves].toSorted(([, a], [, b]) => b.seconds - a.seconds);
  if (worst !== undefined && worst[1].seconds > minutes * 60)
    return [
      atLimit(
        context,
        'warns',
        'minutes',
        tell`The budget of the batch is ${minutes} minutes, and by its gates case ${worst[0]} alone may take ${text(worst[1].seconds)}, so that it is never begun. Raise the budget, or lower gate_max_sec of the world.`,
      ),
    ];
  const groups = context.script.execBundles.map(({ steps }) => estimateCase(steps));
  const longest = Math.max(0, ...groups);
  if (longest <= minutes * 60) return [];
  return [
    atLimit(
      context,
      'warns',
      'minutes',
      tell`The budget of the batch is ${minutes} minutes, and its longest group is expected to take ${text(longest)}: what does not fit is not begun. Raise the budget, or run fewer cases (--budget).`,
    ),
  ];
}
