import type { DateUnit } from '../evalset/placeholders.ts';
import { Temporal } from 'temporal-polyfill';

export type { DateUnit };

/** Forms of a placeholder that has none of its own, by unit; letters as in `formatDate`. */
export interface DateForms {
  readonly D: string;
  readonly M: string;
  readonly Y: string;
  readonly Q: string;
}

/** `M月D日` is the source's; the forms of month, year and quarter are ours (evalset.yaml `date_forms` sets them). */
export const DEFAULT_FORMS: DateForms = { D: 'M月D日', M: 'M月', Y: 'YYYY年', Q: 'Q#' };

export type PlainDate = Temporal.PlainDate;

/** The date written YYYY-MM-DD, or null when there is no such day. */
export function parseDate(text: string): PlainDate | null {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return null;
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' });
  } catch {
    return null;
  }
}

/**
 * The date `offset` units from day0. Months, years and quarters lead to the first day of their period, because only the
 * period is printed and a 31st must not slip into the next month. Null outside the years 1 to 9999.
 */
export function shiftDate(day0: PlainDate, unit: DateUnit, offset: number): PlainDate | null {
  try {
    const date = shifted(day0, unit, offset);
    return date.year >= 1 && date.year <= 9999 ? date : null;
  } catch {
    return null;
  }
}

function shifted(day0: PlainDate, unit: DateUnit, offset: number): PlainDate {
  switch (unit) {
    case 'D':
      return day0.add({ days: offset });
    case 'M':
      return day0.with({ day: 1 }).add({ months: offset });
    case 'Y':
      return day0.with({ month: 1, day: 1 }).add({ years: offset });
    case 'Q':
      return day0
        .with({ day: 1, month: 3 * Math.floor((day0.month - 1) / 3) + 1 })
        .add({ months: 3 * offset });
  }
}

const pad = (n: number, width: number) => String(n).padStart(width, '0');

/**
 * Prints a date. `YYYY` year, `MM` and `M` month, `DD` and `D` day with and without a leading zero, `#` the number of the
 * quarter in a quarter's form; every other character stands as written.
 */
export function formatDate(date: PlainDate, form: string, unit: DateUnit): string {
  return form.replace(/YYYY|MM|M|DD|D|#/g, (token) => {
    switch (token) {
      case 'YYYY':
        return pad(date.year, 4);
      case 'MM':
        return pad(date.month, 2);
      case 'M':
        return String(date.month);
      case 'DD':
        return pad(date.day, 2);
      case 'D':
        return String(date.day);
      default:
        return unit === 'Q' ? String(Math.ceil(date.month / 3)) : token;
    }
  });
}
