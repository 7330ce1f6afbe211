import type { DimensionValue } from '../../schemas/index.ts';

/** A case as the choice sees it: what it takes and what it brings. */
export interface Candidate {
  readonly id: string;
  readonly group: string;
  /** How long it plays, in seconds. */
  readonly seconds: number;
  /** Seconds from the start of playing before which it cannot be asked (a clock case); 0 otherwise. */
  readonly notBefore: number;
  readonly values: readonly DimensionValue[];
  /** Cases without which it is not chosen: all that it depends on, near or far, in no order. */
  readonly needs: readonly string[];
}

/** Where the length of a case, or of what comes before the first one, is known from. */
export type DurationSource = 'measured' | 'computed';

export interface Duration {
  readonly seconds: number;
  readonly from: DurationSource;
}
