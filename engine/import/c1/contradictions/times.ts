import type { ImportedCase } from '../case.ts';
import type { Check, Contradiction } from './contradiction.ts';

/** A moment that the data of a case gives, in minutes of its day. */
interface Moment {
  readonly date: string;
  readonly what: 'arrival' | 'departure';
  readonly minute: number;
  readonly place: string;
}

/** "About eleven" may be that far from the truth, in minutes. */
const TOLERANCE = 30;

const DATE = /(\d{1,2})\s*(?:月|\/)\s*(\d{1,2})(?!\d)/g;
const PART = '上午|下午|早上|晚上|中午|凌晨';
const CLOCK = `(${PART})?\\s*(\\d{1,2})(?::(\\d{2})|\\s*点(半)?)`;
const ARRIVES = new RegExp(
  `(?:抵达|到达|落地|到)(?!${PART})(\\p{Script=Han}{0,8}?)(?:约|大约|大概)?\\s*${CLOCK}`,
  'u',
);
const LEAVES = new RegExp(`${CLOCK}[^，,；;。]{0,10}(?:起飞|出发|返程)`, 'u');

const DATA_ARRIVES = /(?:抵达|到达|落地)[^，,；;。\d]{0,8}(\d{1,2}):(\d{2})/g;
const DATA_ARRIVES_AT = /(\d{1,2}):(\d{2})\s*(?:左右|前后)?\s*(?:抵达|到达)(\p{Script=Han}{0,8})/gu;
const ISO = /"(arrival|departure)\w*"\s*:\s*"\d{4}-(\d{2})-(\d{2})T(\d{2}):(\d{2})/g;

/** Times of arrival and departure that the expected behaviour states, against those of the history and injected results. */
export const times: Check = ({ cases }) => cases.flatMap(timesOf);

function timesOf({ card, expected }: ImportedCase): Contradiction[] {
  const moments = [
    ...card.input.messages.flatMap(({ role, text }) => (role === 'agent' ? momentsIn(text) : [])),
    ...(card.interceptions ?? []).flatMap(({ inject_tool_result: { content } }) => isoMoments(content)),
  ];
  if (moments.length === 0) return [];
  return expected.flatMap(({ n, plain }) => {
    const [day] = datesIn(plain);
    if (day === undefined) return [];
    return plain.split(/[，,；;。]/).flatMap((clause): Contradiction[] => {
      const claim = claimOf(clause);
      if (claim === null) return [];
      const same = moments.filter(({ date, what }) => date === day.date && what === claim.what);
      const there = same.filter(({ place }) => claim.place !== '' && place.includes(claim.place));
      const near = there.length > 0 ? there : same;
      if (
        near.length === 0 ||
        near.some(({ minute }) => claim.minutes.some((m) => Math.abs(m - minute) <= TOLERANCE))
      )
        return [];
      const shown = same
        .map(({ minute, place }) => clock(minute) + (place === '' ? '' : ` (${place})`))
        .join(', ');
      return [
        {
          code: 'time',
          line: n,
          case_id: card.case_id,
          stated: clause.trim().replace(/^[-*]\s*/, ''),
          found: shown,
          message: `${claim.what} on ${day.date}: the expected behaviour says "${clause.trim().replace(/^[-*]\s*/, '')}", the case’s own data says ${shown}`,
        },
      ];
    });
  });
}

function claimOf(
  clause: string,
): { readonly what: Moment['what']; readonly place: string; readonly minutes: readonly number[] } | null {
  const arrives = ARRIVES.exec(clause);
  if (arrives !== null)
    return {
      what: 'arrival',
      place: arrives[1] ?? '',
      minutes: minutesOf(arrives[2], arrives[3], arrives[4], arrives[5]),
    };
  const leaves = LEAVES.exec(clause);
  return leaves === null
    ? null
    : { what: 'departure', place: '', minutes: minutesOf(leaves[1], leaves[2], leaves[3], leaves[4]) };
}

/** Without a part of the day an hour up to twelve may be either. */
function minutesOf(part: string | undefined, hour = '', minute = '0', half?: string): number[] {
  const at = Number(hour) * 60 + (half === undefined ? Number(minute) : 30);
  const evening = at + 12 * 60;
  if (Number(hour) > 12) return [at];
  if (part === undefined) return [at, evening];
  return [/下午|晚上/.test(part) && Number(hour) < 12 ? evening : at];
}

/** Each stretch from one date to the next, or to the end of its line or item. */
function momentsIn(text: string): Moment[] {
  return text.split(/\n| - /).flatMap((stretch) => {
    const [first, ...others] = datesIn(stretch);
    if (first === undefined || others.some(({ date }) => date !== first.date)) return [];
    const { date } = first;
    const rest = stretch.slice(first.end);
    const leaves = /^\D{0,6}(\d{1,2}):(\d{2})/.exec(rest);
    const moment = (what: Moment['what'], hour = '', minute = '', place = ''): Moment => ({
      date,
      what,
      minute: Number(hour) * 60 + Number(minute),
      place,
    });
    return [
      ...(leaves === null ? [] : [moment('departure', leaves[1], leaves[2])]),
      ...[...rest.matchAll(DATA_ARRIVES)].map(([, hour, minute]) => moment('arrival', hour, minute)),
      ...[...rest.matchAll(DATA_ARRIVES_AT)].map(([, hour, minute, place]) =>
        moment('arrival', hour, minute, place),
      ),
    ];
  });
}

function isoMoments(text: string): Moment[] {
  return [...text.matchAll(ISO)].map(([, what, month, day, hour, minute]) => ({
    date: `${Number(month)}/${Number(day)}`,
    what: what === 'arrival' ? 'arrival' : 'departure',
    minute: Number(hour) * 60 + Number(minute),
    place: '',
  }));
}

function datesIn(text: string): { readonly date: string; readonly end: number }[] {
  return [...text.matchAll(DATE)].map((match) => ({
    date: `${Number(match[1])}/${Number(match[2])}`,
    end: match.index + match[0].length,
  }));
}

const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
