import type * as z from 'zod';
import type { ReviewProblem } from '../../schemas/review.ts';
import type { Words } from '../report/index.ts';

/** Something that a person should know, told when the language is known. */
export type Trouble = (words: Words) => ReviewProblem;

export function trouble(tell: (problems: Words['problems']) => string, path?: string): Trouble {
  return (words) => ({ text: tell(words.problems), ...(path === undefined ? {} : { path }) });
}

/** The troubles in a language, each text once. */
export function told(troubles: readonly Trouble[], words: Words): ReviewProblem[] {
  const all = troubles.map((tell) => tell(words));
  return all.filter((one, i) => all.findIndex((other) => other.text === one.text) === i);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The first thing that a model does not accept; null when it is only keys that it does not know. */
export function shapeFault(error: z.ZodError): string | null {
  const issue = error.issues.find((one) => !onlyKeys(one));
  return issue === undefined ? null : `/${issue.path.map(String).join('/')}: ${issue.message}`;
}

function onlyKeys(issue: z.core.$ZodIssue): boolean {
  if (issue.code === 'unrecognized_keys') return true;
  return issue.code === 'invalid_union' && issue.errors.some((branch) => branch.every(onlyKeys));
}
