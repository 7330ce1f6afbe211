import type { OffsetRange } from './model.ts';

/** A length of time as a text states it. */
export interface Duration {
  readonly span: OffsetRange;
  readonly text: string;
  readonly seconds: number;
  /** Whether it is the least, the most, or the very time. */
  readonly bound: 'least' | 'most' | 'exact';
}

const LEAST = '[≥>＞]=?|至少|不少于|不低于|满|at least|no less than';
const MOST = '[≤<＜]=?|最多等?待?|最长等?待?|至多|不超过|at most|up to|no (?:more|longer) than';
const FIGURE = '\\d+(?:\\.\\d+)?|[一二两三四五六七八九]?十[一二三四五六七八九]?|[一二两三四五六七八九]|半';
const UNIT = '小时|分钟|分|秒钟?|(?:hours?|hrs?|h|minutes?|mins?|min|seconds?|secs?|sec|s)(?![A-Za-z])';
const DURATION = new RegExp(`(?:(${LEAST})|(${MOST}))?\\s*(${FIGURE})\\s*个?\\s*(${UNIT})`, 'gi');
/** Clauses of a remark: what stands in one clause belongs together. */
const CLAUSE = /[^，。；;、\n（）()]+/g;

/** The lengths of time in the clauses of a text that hold one of the words. */
export function durationsIn(text: string, about: RegExp): Duration[] {
  return [...text.matchAll(CLAUSE)].flatMap(({ 0: clause, index }) =>
    about.test(clause)
      ? [...clause.matchAll(DURATION)].map((match) => {
          const [whole, least, most, figure = '', unit = ''] = match;
          const trimmed = whole.trimStart();
          const from = index + match.index + (whole.length - trimmed.length);
          return {
            span: { from, to: from + trimmed.length },
            text: trimmed,
            seconds: numberOf(figure) * secondsOf(unit),
            bound: least !== undefined ? 'least' : most !== undefined ? 'most' : 'exact',
          } as const;
        })
      : [],
  );
}

/** Whether a time is what a text says of it. */
export function holds({ seconds: said, bound }: Duration, seconds: number): boolean {
  if (bound === 'least') return seconds >= said;
  return bound === 'most' ? seconds <= said : seconds === said;
}

function secondsOf(unit: string): number {
  if (/^(?:小时|h)/i.test(unit)) return 3600;
  return /^(?:分|m)/i.test(unit) ? 60 : 1;
}

const DIGITS = '零一二三四五六七八九';

function numberOf(figure: string): number {
  if (/^\d/.test(figure)) return Number(figure);
  if (figure === '半') return 0.5;
  const digit = (sign: string | undefined): number => DIGITS.indexOf((sign ?? '').replace('两', '二'));
  const [tens, ones] = figure.split('十');
  if (ones === undefined) return digit(tens);
  return (tens === '' ? 1 : digit(tens)) * 10 + (ones === '' ? 0 : digit(ones));
}
