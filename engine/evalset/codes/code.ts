import type { Severity } from '../model.ts';
import type { Told } from '../told.ts';

/** What is known of the findings of a code. */
export interface CodeInfo {
  readonly code: string;
  /** What most of its findings are, unless the evalset says otherwise. */
  readonly severity: Severity;
  /** What it finds, in a sentence. */
  readonly what: Told;
  /** Without it a file cannot be read or used: its severity cannot be set. */
  readonly fixed: boolean;
}

type Entry = readonly [code: string, what: Told, severity?: Severity];

/** Codes that an evalset may set; errors where nothing else is said. */
export const settable = (entries: readonly Entry[]): readonly CodeInfo[] =>
  entries.map(([code, what, severity = 'error']) => ({ code, what, severity, fixed: false }));

/** Codes that stay what they are. */
export const fixed = (entries: readonly Entry[]): readonly CodeInfo[] =>
  entries.map(([code, what, severity = 'error']) => ({ code, what, severity, fixed: true }));
