import type { Correction, CorrectionMove, Turn } from '../../schemas/index.ts';
import type { ValuePath } from './model.ts';
import type { Told } from './told.ts';

/** A text of a card that is compiled: all of it, or the part that an added turn quotes. */
export interface TextPart {
  readonly at: ValuePath;
  /** The whole text at that place; offsets of the part in it, UTF-16 units. */
  readonly source: string;
  readonly from: number;
  readonly to: number;
  /** Number of the turn that says it. */
  readonly turn: number;
}

/** A turn as it is played. */
export interface CorrectedTurn {
  readonly turn: number;
  readonly kind: Turn['kind'];
  readonly speaker: string;
  /** Its lines; several where turns were merged. */
  readonly text: readonly TextPart[];
  readonly condition: TextPart | null;
  /** Place of a conditional line among those of the card, from 1; corrections do not renumber the others. */
  readonly line: number | null;
  readonly mention: boolean;
  readonly alsoMention: readonly string[];
  /** The leading mention in other words than `@alias`. */
  readonly written: string | null;
}

/** A correction that cannot be made, or that changes nothing. */
export interface CorrectionProblem {
  readonly code: 'correction-unused' | 'correction-conflict';
  readonly severity: 'error' | 'warning';
  readonly message: Told;
  /** Place in the correction's entry. */
  readonly at: ValuePath;
  /** Index of the correction in its file. */
  readonly index: number;
}

/** A correction and its index in the file. */
export interface Indexed {
  readonly correction: Correction;
  readonly index: number;
}

export interface CorrectedCase {
  readonly turns: readonly CorrectedTurn[];
  readonly moves: readonly CorrectionMove[];
  readonly problems: readonly CorrectionProblem[];
}
