import type { Move } from '../../../schemas/index.ts';
import { plusDays, plusMonths, weekdayOf, type CivilDate } from './dates.ts';

const PLACEHOLDER = /\{\{([DMYQ])([+-]\d{1,4})?(?:\|((?:YYYY-)?MM-DD))?([^|{}\n]*)\}\}/g;
const WEEKDAY =
  /^([ \t]*[（([［【]?[ \t]*)((周|星期|礼拜)([一二三四五六日天])|(mon|tue|wed|thu|fri|sat|sun)(?![a-z])|(tues|thurs?)(?![a-z])|(mon|tues|wednes|thurs|fri|satur|sun)day(?![a-z]))/i;
const FULL = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/**
 * The moves that a source text demands on a day, found independently of the compiler. `listed` are the script's: where
 * the form of a month, year or quarter is the evalset's own, its print is taken from there if its figures are right.
 */
export function demandedMoves(
  source: string,
  day0: CivilDate,
  listed: readonly Move[],
  alias: string | null,
): Move[] {
  const moves: Move[] = [];
  if (alias !== null && source.startsWith(`@${alias} `))
    moves.push({ kind: 'strip_mention', at: 0, before: `@${alias} ` });
  for (const match of source.matchAll(PLACEHOLDER)) {
    const [before, unit = 'D', offset = '0', form, rest = ''] = match;
    const by = Number(offset);
    if (unit !== 'D') {
      const own = listed.find((move) => move.kind === 'placeholder' && move.at === match.index);
      const after = period(unit, day0, by, own?.kind === 'placeholder' ? own.after : undefined);
      moves.push({ kind: 'placeholder', at: match.index, before, after });
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

/** Replays moves on a source. Null when they are out of order or one's `before` does not stand at its place. */
export function replay(source: string, moves: readonly Move[]): string | null {
  let text = '';
  let at = 0;
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

function period(unit: string, day0: CivilDate, by: number, listed: string | undefined): string {
  const { year, month } = plusMonths(day0, unit === 'M' ? by : unit === 'Q' ? 3 * by : 12 * by);
  const quarter = Math.floor((month - 1) / 3) + 1;
  const wanted = unit === 'M' ? month : unit === 'Q' ? quarter : year;
  const usual = unit === 'M' ? `${month}月` : unit === 'Q' ? `Q${quarter}` : `${four(year)}年`;
  if (listed === undefined) return usual;
  const figures = (listed.match(/\d+/g) ?? []).map(Number);
  const right = figures.includes(wanted) && figures.every((n) => n === wanted || n === year);
  return right ? listed : usual;
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
