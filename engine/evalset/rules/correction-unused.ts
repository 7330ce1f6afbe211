import { correctionFindings } from './correction-findings.ts';
import type { EvalsetRule } from './rule.ts';

/** `correction-unused`: a correction names a turn or a text that is not there, or changes nothing. */
export const correctionUnused: EvalsetRule = (view) => correctionFindings(view, 'correction-unused');
