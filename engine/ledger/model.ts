import type { Check, DepsFile, EvalStep, Pointer, Reading } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import type { CaseWindow } from '../evidence/windows.ts';
import type { CheckResult } from '../judge/index.ts';

/** What the ledger is made from. */
export interface LedgerInput {
  /** Label of the batch. */
  readonly batch: string;
  readonly deps: DepsFile | null;
  /** Cases of the batch in the evalset's order. */
  readonly cases: readonly { readonly caseId: string; readonly steps: readonly EvalStep[] }[];
  /** Every playing, by the journal. */
  readonly windows: readonly CaseWindow[];
  /** Renders date placeholders; what it throws leaves the text as it is written. */
  readonly render: (text: string) => string;
  /** What was kept of a case that has ended; null: nothing. */
  readonly evidenceOf: (caseId: string) => Promise<CaseEvidence | null>;
  readonly check: (check: Check, evidence: CaseEvidence) => CheckResult;
  /** The word on a point of a case, by the checks and else by the first judge, in the given world. */
  readonly pointOf: (caseId: string, point: string, readings: Readings) => Promise<PointWord>;
}

export interface PointWord {
  readonly met: 'met' | 'unmet' | null;
  readonly reason: string;
  readonly evidence: readonly Pointer[];
}

export type Readings = ReadonlyMap<string, readonly Reading[]>;
