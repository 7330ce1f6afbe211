export { useOfAttempt, type AgentUse } from './agent-use.ts';
export { COUNTED, plus, shown, sum, NOTHING, type Amounts, type Counted } from './amounts.ts';
export { attemptsOf } from './attempts.ts';
export { budgetFaults, CURRENCY, type BudgetFault, type BudgetTerms } from './faults.ts';
export { mostOfQuestion, questionsOf } from './judge-questions.ts';
export { Purse, type PurseOptions, type Room } from './purse.ts';
export { reserveOf, type Reserve } from './reserve.ts';
export { PLAYED } from './time.ts';
export { amountText } from './words.ts';
