import { findingAt } from '../evalset/finding.ts';
import type { Evalset, Finding } from '../evalset/model.ts';
import { pathIn } from '../evalset/pointer.ts';
import type { CompileError } from './model.ts';

/** Compile errors that stand in an author's file, as findings of the code `cannot-compile`; the others are of the options. */
export function compileFindings(
  evalset: Evalset,
  errors: readonly CompileError[],
): { readonly findings: readonly Finding[]; readonly others: readonly CompileError[] } {
  const files = new Map(evalset.sources.map((file) => [file.path, file]));
  const findings: Finding[] = [];
  const others: CompileError[] = [];
  for (const error of errors) {
    const file = error.file === undefined ? undefined : files.get(error.file);
    if (file === undefined) others.push(error);
    else
      findings.push(
        findingAt(
          { file, at: pathIn(file.value, error.pointer), locate: { what: 'head' } },
          'cannot-compile',
          'error',
          error.told,
        ),
      );
  }
  return { findings, others };
}
