import { correctionFindings } from './correction-findings.ts';
import type { EvalsetRule } from './rule.ts';

/** `correction-conflict`: two corrections of the same turn exclude each other, or one does not fit its turns. */
export const correctionConflict: EvalsetRule = (view) => correctionFindings(view, 'correction-conflict');
