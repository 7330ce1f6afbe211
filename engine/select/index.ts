/** Selection for a time budget: which cases, how long they take, and what stays uncovered. */
export { budgetChooser, labelOf, type BudgetOptions } from './budget.ts';
export { chooseCases } from './choose.ts';
export { estimateCase } from './estimate.ts';
export { readMeasured, type Like, type Measured } from './measured.ts';
export type { Candidate } from './model.ts';
