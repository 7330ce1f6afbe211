import { formatDate, parseDate, shiftDate, type DateForms, type PlainDate } from '../engine/compile/dates.ts';
import { formsOf } from '../engine/compile/render.ts';
import type { Placeholder } from '../engine/evalset/index.ts';
import type { Words } from './l10n/words.ts';
import { fieldsOf, textOf } from './outline/values.ts';
import { worldOf } from './keys/world.ts';
import type { AuthorFile } from './project/author-file.ts';
import { filesAround } from './keys/occurrences.ts';

/** The day on which the dates of a file are shown. */
export interface ShownDay {
  readonly day0: PlainDate;
  readonly forms: DateForms;
  /** Whether the world names the day; when not, it is today. */
  readonly fixed: boolean;
}

/** Day0 of the file's world (its `day0`, or the date of its kickoff), or today; null when today is no date. */
export function shownDay(file: AuthorFile, today: string): ShownDay | null {
  const render = fieldsOf(worldOf(file)['render']);
  const named = parseDate(textOf(render['day0'])) ?? parseDate(textOf(render['kickoff_local']).slice(0, 10));
  const day0 = named ?? parseDate(today);
  if (day0 === null) return null;
  const evalset = filesAround(file).find(({ kind }) => kind === 'evalset');
  const set = fieldsOf(fieldsOf(evalset?.document.value)['date_forms']);
  const form = (unit: 'M' | 'Y' | 'Q') => textOf(set[unit]) || undefined;
  return { day0, forms: formsOf({ M: form('M'), Y: form('Y'), Q: form('Q') }), fixed: named !== null };
}

/** A placeholder as it is rendered, and for a day its weekday; null outside the years that exist. */
export function shownDate(
  { unit, offset, format }: Pick<Placeholder, 'unit' | 'offset' | 'format'>,
  { day0, forms }: ShownDay,
  words: Words,
): { readonly text: string; readonly weekday: string | null } | null {
  const date = shiftDate(day0, unit, offset);
  if (date === null) return null;
  const text = formatDate(date, format ?? forms[unit], unit);
  return { text, weekday: unit === 'D' ? (words.weekdays[date.dayOfWeek - 1] ?? null) : null };
}

/** The same in one text: `9月15日 周二`. */
export function dateText(
  placeholder: Pick<Placeholder, 'unit' | 'offset' | 'format'>,
  day: ShownDay,
  words: Words,
): string | null {
  const date = shownDate(placeholder, day, words);
  return date === null ? null : date.weekday === null ? date.text : `${date.text} ${date.weekday}`;
}
