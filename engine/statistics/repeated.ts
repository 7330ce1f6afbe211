/** Runs of one case, and those that passed. */
export interface Attempts {
  readonly runs: number;
  readonly passed: number;
}

function assertAttempts({ runs, passed }: Attempts, k: number): void {
  if (!Number.isInteger(k) || k < 1) throw new RangeError(`k is a whole number from 1, not ${k}`);
  if (!(Number.isInteger(runs) && Number.isInteger(passed) && passed >= 0 && passed <= runs))
    throw new RangeError(`${passed} of ${runs} runs cannot have passed`);
}

/** Chance that k runs drawn from these all pass: C(passed, k)/C(runs, k) (τ-bench). Null with fewer than k runs. */
export function passHat(attempts: Attempts, k: number): number | null {
  assertAttempts(attempts, k);
  return attempts.runs < k ? null : drawn(attempts.passed, attempts.runs, k);
}

/** Chance that at least one of k runs passes: 1 − C(failed, k)/C(runs, k). Null with fewer than k runs. */
export function passAt(attempts: Attempts, k: number): number | null {
  assertAttempts(attempts, k);
  return attempts.runs < k ? null : 1 - drawn(attempts.runs - attempts.passed, attempts.runs, k);
}

/** C(of, k)/C(all, k), as a product: no large numbers. */
function drawn(of: number, all: number, k: number): number {
  let share = 1;
  for (let i = 0; i < k; i++) share *= Math.max(0, of - i) / (all - i);
  return share;
}

/** A case that passed in some runs and not in others. */
export function isFlaky({ runs, passed }: Attempts): boolean {
  return passed > 0 && passed < runs;
}
