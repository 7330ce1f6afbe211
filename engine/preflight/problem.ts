import { findingAt, type Finding, type Place, type Told } from '../evalset/index.ts';
import { said } from '../evalset/told.ts';
import type { Problem, ProblemSeverity } from './model.ts';

/** A problem at a place of an author's file. */
export function problemAt(place: Place, severity: ProblemSeverity, code: string, told: Told): Problem {
  return { ...fromFinding(findingAt(place, code, 'error', told)), severity };
}

/** A problem that is about a file as a whole, or about none. */
export function problemOf(file: string | null, severity: ProblemSeverity, code: string, told: Told): Problem {
  return { severity, code, file, pointer: '', range: null, ...said(told) };
}

/** A finding of the check, as it stands in the way of a run. */
export function fromFinding({ severity, code, file, pointer, range, message, told }: Finding): Problem {
  return {
    severity: severity === 'error' ? 'blocks' : 'warns',
    code,
    file,
    pointer,
    range,
    message,
    ...(told === undefined ? {} : { told }),
  };
}

/** The other way round, for who shows findings; null for what has no place. */
export function toFinding(problem: Problem): Finding | null {
  const { severity, code, file, pointer, range, message, told } = problem;
  if (file === null) return null;
  const start = { line: 0, character: 0 };
  return {
    severity: severity === 'blocks' ? 'error' : 'warning',
    code,
    file,
    pointer,
    range: range ?? { start, end: start },
    message,
    ...(told === undefined ? {} : { told }),
  };
}
