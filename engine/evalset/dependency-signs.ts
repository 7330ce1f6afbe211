import type { TeamCard } from '../../schemas/index.ts';
import type { OffsetRange, ValuePath } from './model.ts';

/** A word of a card that another case may have to do with. */
export interface Sign {
  readonly at: ValuePath;
  readonly span: OffsetRange;
  readonly text: string;
}

/** What a card says that tells of dependencies. */
export interface Rests {
  /** Lines of colleagues: what they say stays in the world when the case is over. */
  readonly lines: readonly string[];
  /** Numbers of things (`B03`, `BX-317`) in those lines. */
  readonly told: readonly string[];
  /** Numbers of things, quotations, and words that may be ids of cases, in what the points rest on. */
  readonly things: readonly Sign[];
  readonly quotes: readonly Sign[];
  readonly ids: readonly Sign[];
}

/** Letters and at least two digits; `CP1`, `D-3` and the like are none. */
const THING = /(?<![\w-])(?!CP\d|DED\d|VETO\d)[A-Z]{1,6}-?\d{2,8}(?![\w-])/g;
const QUOTE = /「([^」\n]{6,})」|“([^”\n]{6,})”/g;
/** What a point says that it rests on. */
const BASIS = /依据[：:]([^）)\n]*)/g;
/** Words by which notes say that one case goes on from another. */
const GOES_ON =
  /(?:承接|沿用|依赖|基于|接续|延续|接着|rests? on|builds? on|depends? on|follows?|continues?)[^，。；\n]{0,6}?((?=[A-Za-z_.-]*\d)[A-Za-z][\w.-]*)/gi;
/** What may be the id of a case: a word with a figure in it. */
const WORD = /(?=[\p{L}_.-]*\d)[\p{L}\d][\p{L}\w.-]*/gu;

export const squeezed = (text: string): string => text.replace(/\s/g, '');

export function restsOf(card: TeamCard): Rests {
  const lines = card.turns.filter(({ kind }) => kind !== 'query').map(({ text }) => text);
  const own = new Set(card.turns.flatMap(({ text }) => text.match(THING) ?? []));
  const { checkpoints_raw: raw, exec_notes: notes = '' } = card;
  const at = ['checkpoints_raw'];
  const inPoints = [...raw.matchAll(THING)].map((match) => sign(at, match.index, match[0]));
  return {
    lines: lines.map(squeezed),
    told: [...new Set(lines.flatMap((text) => text.match(THING) ?? []))],
    // What the case itself speaks of first is told of once.
    things: inPoints.filter(({ text }, i) => inPoints.findIndex((one) => one.text === text) === i),
    quotes: [...raw.matchAll(QUOTE)].flatMap((match) => {
      const text = match[1] ?? match[2] ?? '';
      const said = card.turns.some((turn) => squeezed(turn.text).includes(squeezed(text)));
      return said || own.has(text) ? [] : [sign(at, match.index + 1, text)];
    }),
    ids: [
      ...[...raw.matchAll(BASIS)].flatMap((match) => {
        const basis = match[1] ?? '';
        const from = match.index + match[0].length - basis.length;
        return [...basis.matchAll(WORD)].map((word) => sign(at, from + word.index, word[0]));
      }),
      ...[...notes.matchAll(GOES_ON)].map((match) => {
        const id = match[1] ?? '';
        return sign(['exec_notes'], match.index + match[0].length - id.length, id);
      }),
    ],
  };
}

const sign = (at: ValuePath, from: number, text: string): Sign => ({
  at,
  span: { from, to: from + text.length },
  text,
});
