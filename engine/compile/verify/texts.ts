import type { Move, Origin } from '../../../schemas/index.ts';
import { describeCharacter, firstDifference } from './characters.ts';
import type { CivilDate } from './dates.ts';
import type { Report } from './model.ts';
import { demandedMoves, replay } from './placeholders.ts';

/** A compiled text and where it must come from. */
export interface TextClaim {
  readonly caseId: string;
  /** JSON pointer of the source in the card. */
  readonly field: string;
  readonly turn?: number;
  readonly source: string;
  readonly actual: string;
  readonly origin: Origin | undefined;
  /** Set where one leading mention of the agent is taken off. */
  readonly alias: string | null;
  readonly step?: string;
}

/** Verifies one compiled text: it is the source with exactly the listed moves, and these are the ones it demands. */
export function verifyText(claim: TextClaim, day0: CivilDate, report: Report): void {
  const { caseId, field, source, actual, origin, alias } = claim;
  const place = { case_id: caseId, field, ...(claim.step === undefined ? {} : { step: claim.step }) };
  if (origin === undefined) {
    report({
      ...place,
      code: 'no-provenance',
      message: 'The provenance does not say where this text is from.',
    });
  } else if (origin.case_id !== caseId || origin.field !== field || origin.turn !== claim.turn) {
    report({
      ...place,
      code: 'wrong-provenance',
      message: `The provenance derives this text from ${origin.case_id}${origin.field} instead of ${caseId}${field}.`,
    });
  }
  const listed = origin?.moves ?? [];
  const demanded = demandedMoves(source, day0, listed, alias);
  // What is demanded stands in the source, so it can always be replayed.
  const expected = replay(source, demanded) ?? source;
  const at = firstDifference(expected, actual);
  if (at !== null)
    report({
      ...place,
      at,
      code: 'text-differs',
      message: `The compiled text is not the rendered source: at offset ${at} it has ${describeCharacter(actual, at)} where the source gives ${describeCharacter(expected, at)}.`,
    });
  for (const move of listed)
    if (!source.startsWith(move.before, move.at))
      report({
        ...place,
        at: move.at,
        code: 'move-misplaced',
        message: `"${move.before}", which the compiler says it changed, does not stand at offset ${move.at} of the source.`,
      });
  if (origin === undefined || at !== null) return;
  const odd = unequal(listed, demanded);
  if (odd !== null || replay(source, listed) !== actual)
    report({
      ...place,
      ...(odd === null ? {} : { at: odd.at }),
      code: 'unlisted-change',
      message: `The listed changes are not the ones that the source demands${odd === null ? '' : `: see "${odd.before}" at offset ${odd.at}`}.`,
    });
}

function unequal(listed: readonly Move[], demanded: readonly Move[]): Move | null {
  const count = Math.max(listed.length, demanded.length);
  for (let i = 0; i < count; i++) {
    const [a, b] = [listed[i], demanded[i]];
    const equal =
      a !== undefined &&
      b !== undefined &&
      a.at === b.at &&
      a.kind === b.kind &&
      a.before === b.before &&
      (a.kind === 'strip_mention' || b.kind === 'strip_mention' || a.after === b.after);
    if (!equal) return a ?? b ?? null;
  }
  return null;
}
