/** Days since 1970-01-01, and back: the verifier's own calendar arithmetic (proleptic Gregorian). */
export interface CivilDate {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

const divide = (a: number, b: number) => Math.floor(a / b);

function daysOf({ year, month, day }: CivilDate): number {
  const y = month <= 2 ? year - 1 : year;
  const era = divide(y, 400);
  const yearOfEra = y - era * 400;
  const dayOfYear = divide(153 * (month + (month > 2 ? -3 : 9)) + 2, 5) + day - 1;
  return (
    era * 146_097 + yearOfEra * 365 + divide(yearOfEra, 4) - divide(yearOfEra, 100) + dayOfYear - 719_468
  );
}

function dateOf(days: number): CivilDate {
  const z = days + 719_468;
  const era = divide(z, 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = divide(
    dayOfEra - divide(dayOfEra, 1460) + divide(dayOfEra, 36_524) - divide(dayOfEra, 146_096),
    365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + divide(yearOfEra, 4) - divide(yearOfEra, 100));
  const shifted = divide(5 * dayOfYear + 2, 153);
  const month = shifted < 10 ? shifted + 3 : shifted - 9;
  return {
    year: yearOfEra + era * 400 + (month <= 2 ? 1 : 0),
    month,
    day: dayOfYear - divide(153 * shifted + 2, 5) + 1,
  };
}

/** A date written YYYY-MM-DD; null when there is no such day. */
export function readDate(text: string): CivilDate | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text);
  if (match === null) return null;
  const date = { year: Number(match[1]), month: Number(match[2]), day: Number(match[3]) };
  if (date.month < 1 || date.month > 12) return null;
  const back = dateOf(daysOf(date));
  return back.month === date.month && back.day === date.day ? date : null;
}

/** The date some days on. */
export function plusDays(date: CivilDate, days: number): CivilDate {
  return dateOf(daysOf(date) + days);
}

/** 0 Monday to 6 Sunday. */
export function weekdayOf(date: CivilDate): number {
  return (((daysOf(date) + 3) % 7) + 7) % 7;
}

/** Year and month (1 to 12) some months on. */
export function plusMonths({ year, month }: CivilDate, months: number): { year: number; month: number } {
  const index = year * 12 + month - 1 + months;
  return { year: divide(index, 12), month: index - 12 * divide(index, 12) + 1 };
}
