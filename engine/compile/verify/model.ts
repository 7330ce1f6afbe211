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
}

export interface VerifyInput {
  /** The frozen cards as read, in the evalset's order. */
  readonly cards: readonly unknown[];
  /** The script folder's files by name, as they stand on disk. */
  readonly files: ReadonlyMap<string, string>;
  /** Hash that the selected cards must have. */
  readonly expectedHash?: string;
  /** Cases that must be selected; the selection file's when absent. */
  readonly selected?: readonly string[];
}

export type Report = (finding: VerifyFinding) => void;
