import { seedRef, stimulusGroup, writeTarget } from './agent-access.ts';
import { checkWithoutPoint } from './check-without-point.ts';
import { checkpointGrammar } from './checkpoint-grammar.ts';
import { conditionalWithoutRule } from './conditional-without-rule.ts';
import { correctionConflict } from './correction-conflict.ts';
import { correctionUnused } from './correction-unused.ts';
import { dangling } from './dangling.ts';
import { bareWeekday, datePlaceholders } from './date-placeholders.ts';
import { differsFromPin } from './differs-from-pin.ts';
import { duplicateId, duplicateIdInFile } from './duplicate-id.ts';
import { eatenPrompt } from './eaten-prompt.ts';
import { excerptNote } from './excerpt-note.ts';
import { hiddenTextLeak } from './hidden-text-leak.ts';
import { invisibleCharacter } from './invisible-character.ts';
import { lookAlike } from './look-alike.ts';
import { skillCardInput } from './skill-card-input.ts';
import { skillCoverage } from './skill-coverage.ts';
import { skillSections } from './skill-sections.ts';
import { ruleSeverities } from './rule-severities.ts';
import type { EvalsetRule, FileRule, PartRule } from './rule.ts';
import { unsafeName } from './unsafe-name.ts';
import { unsupportedOp } from './unsupported-op.ts';

/** Rules on one file, part by part. A new rule is a file and a line. */
export const PART_RULES: readonly PartRule[] = [
  bareWeekday,
  checkpointGrammar,
  datePlaceholders,
  eatenPrompt,
  ruleSeverities,
  invisibleCharacter,
  lookAlike,
  skillCardInput,
  skillSections,
  unsafeName,
  unsupportedOp,
];

/** Rules on one file whose parts are looked at together. */
export const FILE_RULES: readonly FileRule[] = [duplicateIdInFile, excerptNote];

/** Rules on an evalset as a whole. */
export const EVALSET_RULES: readonly EvalsetRule[] = [
  checkWithoutPoint,
  conditionalWithoutRule,
  correctionConflict,
  correctionUnused,
  dangling,
  differsFromPin,
  duplicateId,
  hiddenTextLeak,
  seedRef,
  skillCoverage,
  stimulusGroup,
  writeTarget,
];
