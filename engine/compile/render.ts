import type { Move } from '../../schemas/index.ts';
import { scanPlaceholders, type Placeholder, type TextProblem } from '../evalset/placeholders.ts';
import { said, tell } from '../evalset/told.ts';
import { DEFAULT_FORMS, formatDate, parseDate, shiftDate, type DateForms, type PlainDate } from './dates.ts';
import { weekdayLike } from './weekday.ts';

/** Evaluation day and the forms of dates. */
export interface RenderContext {
  readonly day0: PlainDate;
  readonly forms: DateForms;
}

export interface Rendered {
  readonly text: string;
  /** What was changed, in the order of the source; offsets in the source text, UTF-16 units. */
  readonly moves: readonly Move[];
  readonly problems: readonly TextProblem[];
}

/** Forms set by an evalset over the defaults. */
export function formsOf(set: Partial<Record<'M' | 'Y' | 'Q', string | undefined>> | undefined): DateForms {
  return {
    D: DEFAULT_FORMS.D,
    M: set?.M ?? DEFAULT_FORMS.M,
    Y: set?.Y ?? DEFAULT_FORMS.Y,
    Q: set?.Q ?? DEFAULT_FORMS.Q,
  };
}

/**
 * Renders the placeholders of a text on day0. A weekday word inside a placeholder or right behind it becomes that date's
 * weekday in the same style; one that stands alone is left.
 */
export function renderText(source: string, context: RenderContext): Rendered {
  const scan = scanPlaceholders(source);
  const problems = [...scan.problems];
  const moves: Move[] = [];
  for (const found of scan.placeholders) {
    const date = shiftDate(context.day0, found.unit, found.offset);
    if (date === null)
      problems.push({
        code: 'date-out-of-range',
        ...said(tell`"${found.text}" leads to a date outside the years 1 to 9999.`),
        span: found.span,
      });
    else moves.push(...movesOf(found, date, context.forms));
  }
  return { text: applyMoves(source, moves), moves, problems };
}

function movesOf(found: Placeholder, date: PlainDate, forms: DateForms): Move[] {
  const { span, text, unit, weekday } = found;
  const printed = formatDate(date, found.format ?? forms[unit], unit);
  const word = weekday === undefined ? null : weekdayLike(weekday.text, date.dayOfWeek);
  if (weekday === undefined || word === null || weekday.span.from >= span.to) {
    const moves: Move[] = [{ kind: 'placeholder', at: span.from, before: text, after: printed }];
    if (weekday !== undefined && word !== null && word !== weekday.text)
      moves.push({ kind: 'weekday', at: weekday.span.from, before: weekday.text, after: word });
    return moves;
  }
  // Inside the braces: what stands around the word (brackets, spaces) stays.
  const head = /^\{\{[DMYQ](?:[+-]\d+)?(?:\|(?:YYYY-)?MM-DD)?/.exec(text)?.[0].length ?? 2;
  const from = weekday.span.from - span.from;
  const to = weekday.span.to - span.from;
  const after = `${printed}${text.slice(head, from)}${word}${text.slice(to, -2)}`;
  return [{ kind: 'placeholder', at: span.from, before: text, after }];
}

/** Makes the moves in a source, of which the part from `start` on is wanted. */
export function applyMoves(source: string, moves: readonly Move[], start = 0): string {
  let text = '';
  let at = start;
  for (const move of moves) {
    text += source.slice(at, move.at) + (move.kind === 'strip_mention' ? '' : move.after);
    at = move.at + move.before.length;
  }
  return text + source.slice(at);
}

/**
 * A renderer of texts on one day, for what is read beside the script (checks, conditions). What is no placeholder stays.
 * Throws RangeError when day0 is no date.
 */
export function renderTextOn(
  day0: string,
  forms?: Partial<Record<'M' | 'Y' | 'Q', string | undefined>>,
): (text: string) => string {
  const date = parseDate(day0);
  if (date === null) throw new RangeError(`"${day0}" is no date; write it as YYYY-MM-DD`);
  const context = { day0: date, forms: formsOf(forms) };
  return (text) => renderText(text, context).text;
}
