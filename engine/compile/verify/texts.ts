import type { Move, Origin } from '../../../schemas/index.ts';
import { describeCharacter, firstDifference } from './characters.ts';
import type { Report } from './model.ts';
import { demandedMoves, replay, type Day } from './placeholders.ts';
import type { Quote } from './played.ts';

/** A compiled text and where it must come from. */
export interface TextClaim {
  readonly caseId: string;
  /** Its source texts, each a line of its own behind the first. */
  readonly lines: readonly (Omit<Quote, 'turn'> & {
    readonly turn?: number;
    /** What is taken off its beginning. */
    readonly lead: string;
  })[];
  readonly actual: string;
  readonly origin: Origin | undefined;
  readonly step?: string;
  /** JSON pointer of the text in its step or evaluation card. */
  readonly compiled: string;
}

/** The leading mention that a message takes off a line: `@alias ` when it begins with it, else nothing. */
export const leadOf = ({ source, from, to }: Omit<Quote, 'turn' | 'field'>, alias: string): string =>
  alias !== '' && source.slice(from, to).startsWith(`@${alias} `) ? `@${alias} ` : '';

/** Verifies one compiled text: it is the source with exactly the listed moves, and these are the ones it demands. */
export function verifyText(claim: TextClaim, day: Day, report: Report): void {
  const { caseId, lines, actual, origin } = claim;
  const field = lines[0]?.field ?? '';
  const place = { case_id: caseId, field, ...(claim.step === undefined ? {} : { step: claim.step }) };
  const sources = origin === undefined ? [] : [origin, ...(origin.joined ?? [])];
  if (origin === undefined) {
    report({
      ...place,
      code: 'no-provenance',
      message: 'The provenance does not say where this text is from.',
    });
  } else if (
    origin.case_id !== caseId ||
    sources.length !== lines.length ||
    lines.some((line, i) => !isOrigin(line, sources[i]))
  ) {
    report({
      ...place,
      code: 'wrong-provenance',
      message: `The provenance derives this text from ${origin.case_id}${sources.map((one) => one.field).join('+')} instead of ${caseId}${lines.map((line) => line.field).join('+')}.`,
    });
  }
  const demanded = lines.map((line) => demandedOf(line, day));
  // What is demanded stands in the source, so it can always be replayed.
  const expected = lines
    .map(({ source, from, to }, i) => replay(source.slice(0, to), demanded[i] ?? [], from) ?? source)
    .join('\n');
  const [line] = lines;
  const at = firstDifference(expected, actual);
  if (at !== null)
    report({
      ...place,
      at,
      compiled: claim.compiled,
      expected,
      ...(lines.length === 1 && line !== undefined && line.from === 0 && line.to === line.source.length
        ? { source: { text: line.source, moves: demanded[0] ?? [] } }
        : {}),
      code: 'text-differs',
      message: `The compiled text is not the rendered source: at offset ${at} it has ${describeCharacter(actual, at)} where the source gives ${describeCharacter(expected, at)}.`,
    });
  lines.forEach(({ source, from, to }, i) => {
    const listed = sources[i]?.moves ?? [];
    for (const move of listed)
      if (!source.startsWith(move.before, move.at))
        report({
          ...place,
          at: move.at,
          code: 'move-misplaced',
          message: `"${move.before}", which the compiler says it changed, does not stand at offset ${move.at} of the source.`,
        });
    if (origin === undefined || at !== null) return;
    const odd = unequal(listed, demanded[i] ?? []);
    if (odd !== null || replay(source.slice(0, to), listed, from) === null)
      report({
        ...place,
        ...(odd === null ? {} : { at: odd.at }),
        code: 'unlisted-change',
        message: `The listed changes are not the ones that the source demands${odd === null ? '' : `: see "${odd.before}" at offset ${odd.at}`}.`,
      });
  });
}

function isOrigin(line: TextClaim['lines'][number], found: Omit<Origin, 'case_id' | 'joined'> | undefined) {
  const whole = line.from === 0 && line.to === line.source.length;
  return (
    found?.field === line.field &&
    found.turn === line.turn &&
    (whole
      ? found.span === undefined
      : found.span?.at === line.from && found.span.length === line.to - line.from)
  );
}

function demandedOf({ source, from, to, lead }: TextClaim['lines'][number], day: Day): Move[] {
  const within = demandedMoves(source, day).filter(
    (move) => move.at >= from && move.at + move.before.length <= to,
  );
  return lead === '' ? within : [{ kind: 'strip_mention', at: from, before: lead }, ...within];
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
