import { Temporal } from 'temporal-polyfill';

/** A value in a text that an operator can alter. Offsets UTF-16. */
export interface Token {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  /** Equal for values that mean the same, such as two forms of one date. */
  readonly key: string;
  /** Texts of the same form with a neighbouring value. */
  readonly neighbours: readonly string[];
}

const DATE = /(?<!\d)(?:(\d{4})-)?(\d{1,2})(-|月)(\d{1,2})(日|号)?(?!\d)/gu;

/** Dates in a text, in the forms of placeholders; a form without a year is read in the year of day0. */
export function datesIn(text: string, day0: string): Token[] {
  return [...text.matchAll(DATE)].flatMap((match) => {
    const [all, year, month = '', sign, day = '', end = ''] = match;
    if ((sign === '月') !== (end !== '')) return [];
    const date = dateOf(Number(year ?? day0.slice(0, 4)), Number(month), Number(day));
    if (date === null) return [];
    const form = (other: Temporal.PlainDate): string => {
      const pad = (n: number, as: string): string =>
        String(n).padStart(as.startsWith('0') || sign === '-' ? 2 : 1, '0');
      const rest = `${pad(other.month, month)}${sign ?? ''}${pad(other.day, day)}${end}`;
      return year === undefined ? rest : `${other.year}-${rest}`;
    };
    return [
      {
        from: match.index,
        to: match.index + all.length,
        text: all,
        key: date.toString(),
        neighbours: [form(date.add({ days: 1 })), form(date.subtract({ days: 1 }))],
      },
    ];
  });
}

function dateOf(year: number, month: number, day: number): Temporal.PlainDate | null {
  try {
    return Temporal.PlainDate.from({ year, month, day }, { overflow: 'reject' });
  } catch {
    return null;
  }
}

const NUMBER = /(?<![\d.])((?:[A-Za-z]{1,8}-)?)(\d+)(\.\d+)?(?![\d])/gu;
const HAN = '一二三四五六七八九';
const HAN_NUMBER = /[一二三四五六七八九](?=级|条|次|项|号|天|年|周|个|位|名|台|箱)/gu;

/** Numbers in a text, those of ids with their letters; none that is part of a date. */
export function numbersIn(text: string, day0: string): Token[] {
  const dates = datesIn(text, day0);
  const free = (at: number): boolean => !dates.some(({ from, to }) => at >= from && at < to);
  const digits = [...text.matchAll(NUMBER)].flatMap((match): Token[] => {
    const [all, letters = '', whole = '', rest = ''] = match;
    if (!free(match.index)) return [];
    const next = (by: number): string =>
      `${letters}${String(Number(whole) + by).padStart(whole.length, '0')}${rest}`;
    const neighbours = Number(whole) > 0 ? [next(1), next(-1)] : [next(1)];
    return [{ from: match.index, to: match.index + all.length, text: all, key: all, neighbours }];
  });
  const han = [...text.matchAll(HAN_NUMBER)].map((match): Token => {
    const at = HAN.indexOf(match[0]);
    return {
      from: match.index,
      to: match.index + 1,
      text: match[0],
      // With its unit, so that “一级” is another value than “一条”.
      key: text.slice(match.index, match.index + 2),
      neighbours: [HAN[at + 1], HAN[at - 1]].filter((one) => one !== undefined),
    };
  });
  return [...digits, ...han];
}

/** Names in a text, the longest first; a neighbour is every other name. */
export function namesIn(text: string, names: readonly string[]): Token[] {
  const found: Token[] = [];
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    if (name === '') continue;
    for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + name.length)) {
      const to = at + name.length;
      if (found.some((one) => at < one.to && to > one.from)) continue;
      found.push({
        from: at,
        to,
        text: name,
        key: name,
        neighbours: names.filter((other) => other !== name),
      });
    }
  }
  return found.sort((a, b) => a.from - b.from);
}

/** A text with tokens replaced. */
export function replaced(text: string, tokens: readonly Token[], by: (token: Token) => string): string {
  let result = '';
  let at = 0;
  for (const token of [...tokens].sort((a, b) => a.from - b.from)) {
    result += text.slice(at, token.from) + by(token);
    at = token.to;
  }
  return result + text.slice(at);
}

/** The longest text that stands in both, of words and signs but no white space at its ends. */
export function shared(a: string, b: string): string {
  let best = '';
  for (let from = 0; from < a.length; from++) {
    for (let to = from + best.length + 1; to <= a.length; to++) {
      const part = a.slice(from, to);
      if (!b.includes(part)) break;
      if (part.trim().length > best.trim().length) best = part;
    }
  }
  return best.trim();
}
