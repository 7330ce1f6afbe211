import type { Move } from '../../../schemas/index.ts';
import { plusDays, plusMonths, weekdayOf, type CivilDate } from './dates.ts';

const PLACEHOLDER = /\{\{([DMYQ])([+-]\d{1,4})?(?:\|((?:YYYY-)?MM-DD))?([^|{}\n]*)\}\}/g;
const WEEKDAY =
  /^([ \t]*[（([［【]?[ \t]*)((周|星期|礼拜)([一二三四五六日天])|(mon|tue|wed|thu|fri|sat|sun)(?![a-z])|(tues|thurs?)(?![a-z])|(mon|tues|wednes|thurs|fri|satur|sun)day(?![a-z]))/i;
const FULL = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** The day of a script and the evalset's own forms of months, years and quarters. */
export interface Day {
  readonly date: CivilDate;
  readonly forms: Forms;
}

/** `date_forms` of evalset.yaml. */
export type Forms = Readonly<Partial<Record<'M' | 'Y' | 'Q', string | undefined>>>;

/** The moves that a source text demands on a day, found independently of the compiler. */
export function demandedMoves(source: string, day: Day): Move[] {
  const day0 = day.date;
  const moves: Move[] = [];
  for (const match of source.matchAll(PLACEHOLDER)) {
    const [before, unit = 'D', offset = '0', form, rest = ''] = match;
    const by = Number(offset);
    if (unit !== 'D') {
      moves.push({ kind: 'placeholder', at: match.index, before, after: period(unit, day, by) });
      continue;
    }
    const date = plusDays(day0, by);
    const inside = rewritten(rest, date);
    const after = `${print(date, form)}${inside?.whole ?? rest}`;
    moves.push({ kind: 'placeholder', at: match.index, before, after });
    if (inside !== null) continue;
    const end = match.index + before.length;
    const behind = rewritten(source.slice(end), date);
    if (behind !== null && behind.before !== behind.after)
      moves.push({ kind: 'weekday', at: end + behind.at, before: behind.before, after: behind.after });
  }
  return moves;
}

/**
 * Replays moves on a source, of which the part from `start` on is wanted. Null when they are out of order or one's
 * `before` does not stand at its place.
 */
export function replay(source: string, moves: readonly Move[], start = 0): string | null {
  let text = '';
  let at = start;
  for (const move of moves) {
    if (move.at < at || !source.startsWith(move.before, move.at)) return null;
    text += source.slice(at, move.at) + (move.kind === 'strip_mention' ? '' : move.after);
    at = move.at + move.before.length;
  }
  return text + source.slice(at);
}

const two = (n: number) => (n < 10 ? `0${n}` : `${n}`);
const four = (n: number) => `000${n}`.slice(-4);

function print({ year, month, day }: CivilDate, form: string | undefined): string {
  if (form === undefined) return `${month}月${day}日`;
  const short = `${two(month)}-${two(day)}`;
  return form === 'MM-DD' ? short : `${four(year)}-${short}`;
}

function period(unit: string, { date, forms }: Day, by: number): string {
  const { year, month } = plusMonths(date, unit === 'M' ? by : unit === 'Q' ? 3 * by : 12 * by);
  const quarter = Math.floor((month + 2) / 3);
  const form = unit === 'M' ? (forms.M ?? 'M月') : unit === 'Q' ? (forms.Q ?? 'Q#') : (forms.Y ?? 'YYYY年');
  // The first day of the period, as only the period is meant.
  const [m, d] = unit === 'Q' ? [3 * quarter - 2, 1] : [unit === 'Y' ? 1 : month, 1];
  let text = '';
  for (let rest = form; rest !== '';) {
    const [token, print] =
      [
        ['YYYY', four(year)],
        ['MM', two(m)],
        ['M', `${m}`],
        ['DD', two(d)],
        ['D', `${d}`],
        ['#', unit === 'Q' ? `${quarter}` : '#'],
      ].find(([known = '']) => rest.startsWith(known)) ?? [];
    text += print ?? rest.charAt(0);
    rest = rest.slice(token?.length ?? 1);
  }
  return text;
}

interface Rewritten {
  readonly at: number;
  readonly before: string;
  readonly after: string;
  /** The text with the word replaced. */
  readonly whole: string;
}

function rewritten(text: string, date: CivilDate): Rewritten | null {
  const match = WEEKDAY.exec(text);
  if (match === null) return null;
  const [, lead = '', word = '', chinese, , short, middle] = match;
  const day = weekdayOf(date);
  const after =
    chinese !== undefined
      ? `${chinese}${day === 6 && word.endsWith('天') ? '天' : '一二三四五六日'.charAt(day)}`
      : likeCase(word, english(day, short !== undefined || middle !== undefined));
  const at = lead.length;
  return { at, before: word, after, whole: `${lead}${after}${text.slice(at + word.length)}` };
}

const english = (day: number, short: boolean) => (short ? (FULL[day] ?? '').slice(0, 3) : (FULL[day] ?? ''));

function likeCase(word: string, name: string): string {
  if (word === word.toUpperCase()) return name.toUpperCase();
  return word === word.toLowerCase() ? name.toLowerCase() : name;
}
