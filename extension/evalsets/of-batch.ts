/** What an evalset says of itself. */
export interface Named {
  readonly name: string;
  readonly version: string;
}

/**
 * The evalset that a batch was made of, among those that have the case. A batch tells its name and version (`Harbor Tide
 * V3`), and the evalset may be another version by now; a batch that tells nothing is taken for one of the only evalset.
 */
export function evalsetOf<E extends Named>(told: string, evalsets: readonly E[]): E | undefined {
  if (told === '') return evalsets.length === 1 ? evalsets[0] : undefined;
  const exact = evalsets.find(({ name, version }) => told === `${name} ${version}`.trim());
  // "Harbor Tide V3" is no version of "Harbor" where there is a "Harbor Tide".
  return (
    exact ??
    evalsets
      .filter(({ name }) => told === name || told.startsWith(`${name} `))
      .toSorted((a, b) => b.name.length - a.name.length)[0]
  );
}
