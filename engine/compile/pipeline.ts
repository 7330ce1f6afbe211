import type { CorrectionMove, Move, Point, TeamCard, WorldPreset } from '../../schemas/index.ts';
import type { CorrectedTurn } from '../evalset/corrected.ts';
import type { ValuePath } from '../evalset/model.ts';
import type { AgentMap } from './map.ts';

/**
 * What goes from one step of the compile to the next: map -> render -> correct -> emit. All of it is plain data, the same
 * after a way through JSON, so that every step can be run by itself on what the one before left.
 */
export interface MappedEvalset {
  readonly version: string;
  readonly agent: AgentMap;
  readonly waits: Waits;
  /** All cases in the evalset's order. */
  readonly cases: readonly MappedCase[];
}

/** Waits of a script, in seconds. */
export interface Waits {
  readonly single: number;
  readonly write: number;
  readonly conditional: number;
  readonly quiet: number;
  readonly observe: number;
}

export interface MappedCase {
  readonly place: CasePlace;
  readonly card: TeamCard;
  /** 1-based place among all cases of its group, before selection, or as declared. */
  readonly ordinal: number;
  readonly targets: readonly { readonly asset: string; readonly kind: 'doc' | 'base' }[];
}

/** Where a card stands, for errors. */
export interface CasePlace {
  readonly file: { readonly path: string };
  readonly at: ValuePath;
}

/** The evalset on a day. */
export interface RenderedEvalset {
  readonly day0: string;
  /** The instant that was asked for, as the world then has it in `kickoff_local`. */
  readonly execAt?: string;
  /** The bound world. */
  readonly world: WorldPreset;
  /** In the order of the cases. */
  readonly cases: readonly RenderedCase[];
}

export interface RenderedCase {
  readonly case_id: string;
  /** By JSON pointer in the card: every text of it that may be compiled. */
  readonly texts: Readonly<Record<string, RenderedText>>;
  readonly points: readonly Point[];
  /** Instant of a clock case, a whole minute. */
  readonly clock: string | null;
}

/** A text and what a day makes of it; offsets of moves in the source. */
export interface RenderedText {
  readonly source: string;
  readonly moves: readonly Move[];
}

export interface CorrectedEvalset {
  /** In the order of the cases. */
  readonly cases: readonly {
    readonly case_id: string;
    readonly turns: readonly CorrectedTurn[];
    readonly moves: readonly CorrectionMove[];
  }[];
}
