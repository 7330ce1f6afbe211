import {
  privateGroupJoined,
  seedRef,
  stimulusGroup,
  verificationGroup,
  writeTarget,
} from './agent-access.ts';
import { askerThirdPerson } from './asker-third-person.ts';
import { checkWithoutPoint } from './check-without-point.ts';
import { checkpointGrammar } from './checkpoint-grammar.ts';
import { conditionalMention, conditionalStep } from './conditional-mention.ts';
import { conditionalWithoutRule } from './conditional-without-rule.ts';
import { correctionConflict } from './correction-conflict.ts';
import { correctionUnused } from './correction-unused.ts';
import { dangling } from './dangling.ts';
import { bareWeekday, datePlaceholders } from './date-placeholders.ts';
import { differsFromPin } from './differs-from-pin.ts';
import { deliveryGate } from './delivery-gate.ts';
import { dependencyCause } from './dependency-cause.ts';
import { dependencyMissing } from './dependency-missing.ts';
import { dependencyNames } from './dependency-names.ts';
import { dependencyOrder } from './dependency-order.ts';
import { duplicateId, duplicateIdInFile } from './duplicate-id.ts';
import { eatenPrompt } from './eaten-prompt.ts';
import { judges } from './judges.ts';
import { excerptNote } from './excerpt-note.ts';
import { gateNote } from './gate-note.ts';
import { hiddenTextLeak } from './hidden-text-leak.ts';
import { invisibleCharacter } from './invisible-character.ts';
import { lookAlike } from './look-alike.ts';
import { lengthLimit } from './length-limit.ts';
import { literalDate } from './literal-date.ts';
import { orderReason } from './order-reason.ts';
import { sensitiveWord } from './sensitive-word.ts';
import { mixedLineEnds } from './mixed-line-ends.ts';
import { skillCardInput } from './skill-card-input.ts';
import { skillCoverage } from './skill-coverage.ts';
import { skillSections } from './skill-sections.ts';
import { ruleSeverities } from './rule-severities.ts';
import type { EvalsetRule, FileRule, PartRule } from './rule.ts';
import { statedTotal, tableTotal } from './table-total.ts';
import { unsafeName } from './unsafe-name.ts';
import { verificationLock } from './verification-lock.ts';

/** Rules on one file, part by part. A new rule is a file and a line. */
export const PART_RULES: readonly PartRule[] = [
  bareWeekday,
  checkpointGrammar,
  conditionalStep,
  datePlaceholders,
  deliveryGate,
  eatenPrompt,
  ruleSeverities,
  invisibleCharacter,
  lookAlike,
  gateNote,
  judges,
  orderReason,
  skillCardInput,
  skillSections,
  tableTotal,
  unsafeName,
];

/** Rules on one file whose parts are looked at together. */
export const FILE_RULES: readonly FileRule[] = [duplicateIdInFile, excerptNote, mixedLineEnds, statedTotal];

/** Rules on an evalset as a whole. */
export const EVALSET_RULES: readonly EvalsetRule[] = [
  askerThirdPerson,
  checkWithoutPoint,
  conditionalMention,
  conditionalWithoutRule,
  correctionConflict,
  correctionUnused,
  dangling,
  differsFromPin,
  dependencyMissing,
  dependencyNames,
  dependencyCause,
  dependencyOrder,
  duplicateId,
  hiddenTextLeak,
  lengthLimit,
  literalDate,
  privateGroupJoined,
  seedRef,
  sensitiveWord,
  skillCoverage,
  stimulusGroup,
  verificationGroup,
  verificationLock,
  writeTarget,
];
