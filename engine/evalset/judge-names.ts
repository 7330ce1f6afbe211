/** Judges that are there without being defined. */
export const BUILT_IN_JUDGES = ['rule', 'manual'] as const;

/** Names that judge files have for something else: `judge-<case>.<name>.json`. */
export const isReservedJudge = (name: string): boolean =>
  /^(rule|manual|second|template|kept-\d+)$/i.test(name);
