import type { OffsetRange } from './model.ts';

const MONTH =
  '(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\\.?';
const M = '(?:1[0-2]|0?[1-9])';
const D = '(?:3[01]|[12]\\d|0?[1-9])';
/** Nothing that would make it a part of a longer number, name or path. */
const FREE = '(?<![\\w./\\\\-])';
const END = '(?![\\w/\\\\-]|\\.\\d)';
/** Behind `08-12` these make it a range. */
const COUNTER = '(?!\\s*(?:个|人|天|名|台|号|小时|分|页|岁|元|%|次|份|条|项|箱|米|楼|层|室|周|月|年|度|℃))';
const DATES = new RegExp(
  [
    `${FREE}\\d{4}([-/.])${M}\\1${D}${END}`,
    `\\d{4}\\s*年\\s*${M}\\s*月\\s*${D}\\s*[日号]`,
    `(?<!\\d)${M}\\s*月\\s*${D}\\s*[日号](?!\\s*[楼线馆])`,
    // The form in which seed history begins its lines; elsewhere only with a leading zero, so that 10-12 stays a range.
    `^[ \\t]*[-*•]?[ \\t]*(?:1[0-2]|0[1-9])-(?:3[01]|[12]\\d|0[1-9])${END}${COUNTER}`,
    `${FREE}0[1-9]-(?:3[01]|[12]\\d|0[1-9])${END}${COUNTER}`,
    `\\b${MONTH} ${D}(?:st|nd|rd|th)?(?:, ?\\d{4})?(?![\\d:])\\b`,
    `(?<![\\d:.])${D}(?:st|nd|rd|th)? ${MONTH}(?: \\d{4})?(?![A-Za-z])`,
  ].join('|'),
  'gm',
);
/** Cheap first look. */
const HINT = /\d/;
/** What is no prose: placeholders, addresses, code. */
const NO_PROSE = /\{\{[^{}]*\}\}|https?:\/\/\S+|`[^`\n]*`/g;

/** Calendar dates that a text names outright. */
export function literalDates(text: string): { readonly span: OffsetRange; readonly text: string }[] {
  if (!HINT.test(text)) return [];
  const prose = text.replace(NO_PROSE, (part) => '\u0000'.repeat(part.length));
  return [...prose.matchAll(DATES)].map((match) => {
    const found = match[0].trim().replace(/^[-*•][ \t]*/, '');
    const from = match.index + match[0].indexOf(found);
    return { span: { from, to: from + found.length }, text: found };
  });
}
