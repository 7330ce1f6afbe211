import { tell } from '../told.ts';
import { settable } from './code.ts';

/** Findings of `check --graders`. */
export const GRADERS = settable([
  ['grader-missing', tell`A case has no oracle.`, 'warning'],
  ['grader-act', tell`An act of an oracle is never done.`],
  ['grader-oracle', tell`A perfect agent does not score 1.`],
  ['grader-ceiling', tell`An agent that knows nothing scores more than it may.`],
  ['grader-mutant', tell`A check finds a point met by an altered oracle.`],
  ['grader-twin', tell`A case that wants restraint has no twin that wants the act.`],
]);
