import { charactersTold, codePoint } from '../characters.ts';
import { appearance } from '../look-alikes.ts';
import type { OffsetRange } from '../model.ts';
import { tell, type Told } from '../told.ts';
import { sameEnds } from './align.ts';

/** A text that was changed. */
export interface TextChange {
  readonly pinned: string;
  readonly now: string;
  /** The changed part of the text as it is now, and of the one that was. */
  readonly span: OffsetRange;
  readonly pinnedSpan: OffsetRange;
}

/** What differs between two texts: all between the characters that they share at both ends. */
export function changeOf(pinned: string, now: string): TextChange {
  const { head, tail } = sameEnds(pinned, now);
  return {
    pinned,
    now,
    span: { from: head, to: now.length - tail },
    pinnedSpan: { from: head, to: pinned.length - tail },
  };
}

/** What was changed in a text, in words: the characters by name, what looks alike and line ends as such. */
export function changeTold({ pinned, now, span, pinnedSpan }: TextChange): Told {
  if (withLineFeeds(pinned) === withLineFeeds(now))
    return tell`line ends were changed, ${lineEnds(pinned)} → ${lineEnds(now)}`;
  const was = pinned.slice(pinnedSpan.from, pinnedSpan.to);
  const is = now.slice(span.from, span.to);
  if (was === '') return tell`${charactersTold(is)} was put in`;
  if (is === '') return tell`${charactersTold(was)} is missing`;
  const change = tell`${charactersTold(was)} → ${charactersTold(is)}`;
  return appearance(was) === appearance(is) ? tell`${change}, which looks alike` : change;
}

const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/g;
const END_NAMES: Readonly<Record<string, string>> = { '\r\n': 'CR LF', '\n': 'LF', '\r': 'CR' };

const withLineFeeds = (text: string): string => text.replace(LINE_END, '\n');

/** The sorts of line ends of a text. */
function lineEnds(text: string): string {
  const sorts = new Set(text.match(LINE_END));
  return [...sorts].map((end) => END_NAMES[end] ?? codePoint(end.charCodeAt(0))).join(', ');
}

/** Where a change shows: the changed characters; where some are only missing, the one behind them, or before. */
export function shownSpan(text: string, { from, to }: OffsetRange): OffsetRange {
  if (to > from) return { from, to };
  const behind = /^[\uD800-\uDBFF][\uDC00-\uDFFF]|^[^\r\n]/.exec(text.slice(from, from + 2));
  if (behind !== null) return { from, to: from + behind[0].length };
  const before = /(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[^\r\n])$/.exec(text.slice(Math.max(0, from - 2), from));
  return { from: from - (before?.[0].length ?? 0), to: from };
}
