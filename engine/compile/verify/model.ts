import type { CorrectionsFile, Move, WorldPreset } from '../../../schemas/index.ts';
import type { Forms } from './placeholders.ts';

/** Something in a script that does not follow from the source. */
export interface VerifyFinding {
  /** Case, or empty where a finding belongs to none. */
  readonly case_id: string;
  /** JSON pointer: in the card for texts and turns, in the named file otherwise. */
  readonly field: string;
  readonly step?: string;
  readonly code: string;
  readonly message: string;
  /** Offset of the first difference in the compiled text, UTF-16 units. */
  readonly at?: number;
  /** JSON pointer of the compiled text: in the step, or in the evaluation card of the case. */
  readonly compiled?: string;
  /** The text that the source gives there. */
  readonly expected?: string;
  /** The source text that it is of, whole, and what is done to it; absent where it is only a part, or of several. */
  readonly source?: { readonly text: string; readonly moves: readonly Move[] };
  /** The file of the script that `field` points into, where that is not the card. */
  readonly file?: string;
}

/** What a script must follow from. */
export interface VerifySource {
  /** The frozen cards as read, in the evalset's order. */
  readonly cards: readonly unknown[];
  /** Corrections of the evalset; none when absent. */
  readonly corrections?: CorrectionsFile | undefined;
  /** `date_forms` of evalset.yaml. */
  readonly forms?: Forms | undefined;
  /** The world's master. When absent, the bound world's texts are not verified. */
  readonly world?: WorldPreset | undefined;
}

export interface VerifyInput extends VerifySource {
  /** The script folder's files by name, as they stand on disk. */
  readonly files: ReadonlyMap<string, string>;
  /** Hash that the selected cards must have. */
  readonly expectedHash?: string;
  /** Hash that the files must have: it covers what else is not verified, such as the wording of notes. */
  readonly scriptHash?: string;
  /** Cases that must be selected; the selection file's when absent. */
  readonly selected?: readonly string[];
}

export type Report = (finding: VerifyFinding) => void;
