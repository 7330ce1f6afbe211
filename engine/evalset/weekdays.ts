import type { OffsetRange } from './model.ts';

/** Words for a day of the week, longest first. 周末 and 周期 are none. */
const CHINESE = '(?:周|星期|礼拜)[一二三四五六日天]';
const ENGLISH =
  '(?:Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday|Mon|Tues|Tue|Wed|Thurs|Thur|Thu|Fri|Sat|Sun)(?![A-Za-z])';
const BEHIND = new RegExp(`^([ \\t]*[（(\\[［【]?[ \\t]*)(${CHINESE}|${ENGLISH})`, 'i');
const ANYWHERE = new RegExp(`${CHINESE}|(?<![A-Za-z])${ENGLISH}`, 'g');
/** Cheap first look: most texts hold no such word. */
const HINT = /[周期拜]|[MTWFS][a-z]{2}/;

export interface WeekdayWord {
  readonly span: OffsetRange;
  readonly text: string;
}

/** The weekday word right at an offset, bare or after one opening bracket. The span is the word's alone. */
export function weekdayAt(text: string, offset: number): WeekdayWord | undefined {
  const match = BEHIND.exec(text.slice(offset, offset + 24));
  if (match === null) return undefined;
  const from = offset + (match[1] ?? '').length;
  const word = match[2] ?? '';
  return { span: { from, to: from + word.length }, text: word };
}

/** All weekday words of a text. */
export function weekdayWords(text: string): WeekdayWord[] {
  if (!HINT.test(text)) return [];
  return [...text.matchAll(ANYWHERE)].map((match) => ({
    span: { from: match.index, to: match.index + match[0].length },
    text: match[0],
  }));
}
