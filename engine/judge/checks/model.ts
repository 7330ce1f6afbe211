import type { Pointer } from '../../../schemas/index.ts';
import type { CaseEvidence } from '../../evidence/model.ts';
import type { Truth } from './truth.ts';

export interface CheckContext {
  readonly evidence: CaseEvidence;
  /** Renders the date placeholders of a text on day0; what it throws makes the check unknowable. */
  readonly renderText: (text: string) => string;
  /**
   * Also count what a message said before an edit or its deletion. Set where finding the text speaks against
   * the agent (deductions, vetoes; inside `absent` and `not` it turns over), so that nobody can take it back.
   */
  readonly earlier?: boolean;
}

export interface CheckResult {
  /** null: cannot be known from the evidence. */
  readonly holds: Truth;
  /** What decided it, whichever way; only messages, documents and changes of the agent's. */
  readonly pointers: readonly Pointer[];
  /** Evidence files that were read. */
  readonly read: readonly string[];
  /** For a person. */
  readonly reason: string;
  /** Set when it is unknown only because the check leaves it to a judge. */
  readonly open?: true;
}

/** A result that cannot be known. */
export function unknown(reason: string, read: readonly string[] = []): CheckResult {
  return { holds: null, pointers: [], read, reason };
}

/** One value or several as a list. */
export function listOf<T>(value: T | readonly T[] | undefined): readonly T[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? (value as readonly T[]) : [value as T];
}
