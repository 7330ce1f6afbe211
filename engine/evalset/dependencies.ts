import type { DepsFile } from '../../schemas/index.ts';

/** The cases that a case depends on, near or far. */
export function dependenciesOf(id: string, deps: DepsFile | null | undefined): ReadonlySet<string> {
  const cases = deps?.cases ?? {};
  const found = new Set<string>();
  const open = [id];
  for (const one of open)
    for (const other of (Object.hasOwn(cases, one) ? cases[one]?.depends_on : undefined) ?? [])
      if (!found.has(other)) {
        found.add(other);
        open.push(other);
      }
  return found;
}
