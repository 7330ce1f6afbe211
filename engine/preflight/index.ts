import type { PreflightReport } from '../../schemas/index.ts';
import { sentencesOf, toldIn, type Sentences } from '../evalset/index.ts';
import { CHECKS } from './checks/index.ts';
import type { PreflightContext, Problem } from './model.ts';
import { scopesOf } from './scopes.ts';

export { fromFinding, problemOf, toFinding } from './problem.ts';
export type * from './model.ts';

/** Something stands in the way of a run: nothing was built. */
export class PreflightError extends Error {
  override readonly name = 'PreflightError';
  constructor(readonly problems: readonly Problem[]) {
    super(problems[0]?.message ?? 'something stands in the way');
  }
}

/**
 * Everything that can be known before a run. Nothing is written, and the platform is not asked; the agent is started only
 * where the context says how.
 */
export async function preflight(context: PreflightContext): Promise<Problem[]> {
  const found = await Promise.all(CHECKS.map(async ([, check]) => check(context)));
  context.signal?.throwIfAborted();
  return sorted(found.flat());
}

/** What blocks comes first; then by file and place. The same thing is said once. */
export function sorted(problems: readonly Problem[]): Problem[] {
  const once = new Map(
    problems.map((one) => [JSON.stringify([one.file, one.pointer, one.code, one.message]), one]),
  );
  const key = ({ severity, file, range }: Problem): string =>
    `${severity} ${file ?? ''}\0${String(range?.start.line ?? 0).padStart(9, '0')}`;
  return [...once.values()].sort((a, b) => (key(a) < key(b) ? -1 : key(a) > key(b) ? 1 : 0));
}

/** @param context null: there was nothing to look at but the problems themselves */
export function reportOf(
  problems: readonly Problem[],
  context: PreflightContext | null,
  language?: string,
): PreflightReport {
  const words = sentencesOf(language);
  const blocks = problems.filter(({ severity }) => severity === 'blocks').length;
  return {
    problems: problems.map(({ told: _told, ...one }) => ({
      ...one,
      message: toldProblem({ ...one, told: _told }, words),
    })),
    blocks,
    warns: problems.length - blocks,
    checks: context === null ? [] : CHECKS.map(([name]) => name),
    scopes: context === null ? [] : [...scopesOf(context.script)],
  };
}

export const toldProblem = ({ message, told }: Problem, words: Sentences | undefined): string =>
  words === undefined || told === undefined ? message : toldIn(told, words);
