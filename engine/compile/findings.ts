import { findingAt } from '../evalset/finding.ts';
import type { Evalset, Finding, SourceFile, ValuePath } from '../evalset/model.ts';
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
          { file, at: pathOf(file, error.pointer), locate: { what: 'head' } },
          'cannot-compile',
          'error',
          error.told,
        ),
      );
  }
  return { findings, others };
}

/** The path that a pointer means in a file: a step is an index where a list stands. */
function pathOf(file: SourceFile, pointer: string): ValuePath {
  let value: unknown = file.value;
  return pointer
    .split('/')
    .slice(1)
    .map((step) => {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      const at = Array.isArray(value) ? Number(key) : key;
      value = (value as Readonly<Record<string | number, unknown>> | null | undefined)?.[at];
      return at;
    });
}
