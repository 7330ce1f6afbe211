import { mayMean } from './did-you-mean.ts';
import type { OffsetRange } from './model.ts';
import { weekdayAt, type WeekdayWord } from './weekdays.ts';
import { said, tell, type Told } from './told.ts';

export type DateUnit = 'D' | 'M' | 'Y' | 'Q';

/** One date placeholder of a text. */
export interface Placeholder {
  /** From `{{` to behind `}}`. */
  readonly span: OffsetRange;
  readonly text: string;
  readonly unit: DateUnit;
  readonly offset: number;
  /** `MM-DD` or `YYYY-MM-DD`; null for the bare form. */
  readonly format: string | null;
  /** The weekday word that belongs to it (inside the braces or right behind them); the word alone, without brackets. */
  readonly weekday?: WeekdayWord;
}

export interface TextProblem {
  readonly code: string;
  /** In English. */
  readonly message: string;
  readonly told: Told;
  readonly span: OffsetRange;
  /** What is to stand at the span, where that can be told. */
  readonly meant?: string;
}

export interface PlaceholderScan {
  readonly placeholders: readonly Placeholder[];
  readonly problems: readonly TextProblem[];
}

const FORMATS = ['MM-DD', 'YYYY-MM-DD'];
const BODY = /^([DMYQ])([+-]\d{1,4})?(?:\|(MM-DD|YYYY-MM-DD))?([^|]*)$/;
const forms = (): Told =>
  tell`a date is {{D}}, {{D+2}}, {{D-7|MM-DD}}, {{D+9|YYYY-MM-DD}}; a month, year or quarter is {{M-1}}, {{Y}}, {{Q}}`;

/** Finds the date placeholders of a text, and everything in double braces that is none. */
export function scanPlaceholders(text: string): PlaceholderScan {
  const placeholders: Placeholder[] = [];
  const problems: TextProblem[] = [];
  let at = text.indexOf('{{');
  while (at >= 0) {
    const close = closeOf(text, at);
    if (close === null) {
      const to = at + (/^\{\{[^\s{}，。；、,;]*\}?/.exec(text.slice(at, at + 64))?.[0].length ?? 2);
      problems.push({
        code: 'unclosed-placeholder',
        ...said(
          tell`"${text.slice(at, to)}" is not closed.${suggestion(text.slice(at + 2, to))} Close it with }}; ${forms()}.`,
        ),
        span: { from: at, to },
        ...meaning(text.slice(at + 2, to)),
      });
      at = text.indexOf('{{', Math.max(to, at + 2));
      continue;
    }
    const found = read(text, at, close);
    if (found === null) {
      const written = text.slice(at, close);
      problems.push({
        code: 'bad-placeholder',
        ...said(
          tell`"${written}" is not a date placeholder.${suggestion(written.slice(2, -2))} In double braces ${forms()}.`,
        ),
        span: { from: at, to: close },
        ...meaning(written.slice(2, -2)),
      });
    } else placeholders.push(found);
    at = text.indexOf('{{', close);
  }
  return { placeholders, problems };
}

/** Offset behind the `}}` of the brace pair at `at`; null when another opens or the line ends before. */
function closeOf(text: string, at: number): number | null {
  for (let i = at + 2; i < text.length; i++) {
    const two = text.slice(i, i + 2);
    if (two === '}}') return i + 2;
    if (two === '{{' || two.startsWith('\n')) return null;
  }
  return null;
}

function read(text: string, from: number, to: number): Placeholder | null {
  const match = BODY.exec(text.slice(from + 2, to - 2));
  if (match === null) return null;
  const [, unit = '', offset = '0', format, rest = ''] = match;
  if (unit !== 'D' && format !== undefined) return null;
  const inside = rest === '' ? undefined : weekdayAt(text, to - 2 - rest.length);
  if (rest !== '') {
    if (inside === undefined || unit !== 'D') return null;
    if (!/^[）)\]］】]?$/.test(text.slice(inside.span.to, to - 2))) return null;
  }
  const weekday = inside ?? (unit === 'D' ? weekdayAt(text, to) : undefined);
  return {
    span: { from, to },
    text: text.slice(from, to),
    unit: unit as DateUnit,
    offset: Number(offset) || 0,
    format: format ?? null,
    ...(weekday === undefined ? {} : { weekday }),
  };
}

/** What was probably meant: the same with spaces, full-width signs and letter case set right. */
function meantBy(body: string): string | undefined {
  const plain = body
    .normalize('NFKC')
    .replace(/[−–—]/g, '-')
    .replace(/[\s{}]/g, '')
    .toUpperCase();
  const match =
    /^(?:D(?:AY|ATE)?|M(?:ONTH)?|Y(?:EAR)?|Q(?:UARTER)?|T(?:ODAY)?)([+-]?\d{1,4})?(?:[|:]([-/YMD.]+))?$/.exec(
      plain,
    );
  if (match === null) return undefined;
  const unit = plain.startsWith('T') ? 'D' : plain.charAt(0);
  const [, amount = '', format] = match;
  const signed = /^\d/.test(amount) ? `+${amount}` : amount;
  const tail = format === undefined || unit !== 'D' ? '' : `|${nearestFormat(format)}`;
  return `{{${unit}${signed}${tail}}}`;
}

const suggestion = (body: string): string | Told => mayMean(meantBy(body));

function meaning(body: string): Pick<TextProblem, 'meant'> {
  const meant = meantBy(body);
  return meant === undefined ? {} : { meant };
}

function nearestFormat(format: string): string {
  return (
    FORMATS.find((known) => known === format.replace(/[./]/g, '-')) ??
    (format.includes('Y') ? 'YYYY-MM-DD' : 'MM-DD')
  );
}
