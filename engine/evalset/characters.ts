import { tell, type Told } from './told.ts';

/** Characters that cannot be seen, or cannot be told from a space. */
const NAMES: ReadonlyMap<number, Told> = new Map([
  [0x09, tell`tab`],
  [0x0a, tell`line feed`],
  [0x0d, tell`carriage return`],
  [0x20, tell`space`],
  [0x85, tell`next line`],
  [0xa0, tell`no-break space`],
  [0xad, tell`soft hyphen`],
  [0x034f, tell`grapheme joiner`],
  [0x061c, tell`right-to-left letter mark`],
  [0x115f, tell`Hangul filler`],
  [0x1160, tell`Hangul filler`],
  [0x180e, tell`Mongolian vowel separator`],
  [0x200b, tell`zero-width space`],
  [0x200c, tell`zero-width non-joiner`],
  [0x200d, tell`zero-width joiner`],
  [0x200e, tell`left-to-right mark`],
  [0x200f, tell`right-to-left mark`],
  [0x2028, tell`line separator`],
  [0x2029, tell`paragraph separator`],
  [0x202f, tell`narrow no-break space`],
  [0x2060, tell`word joiner`],
  [0x3000, tell`ideographic space`],
  [0x3164, tell`Hangul filler`],
  [0xfeff, tell`byte order mark`],
  [0xffa0, tell`Hangul filler`],
]);

/** `U+200B`. */
export const codePoint = (code: number): string => `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;

/** The name of a character that cannot be seen, or not be told from a space; undefined for all others. */
export function nameOf(code: number): Told | undefined {
  const name = NAMES.get(code);
  if (name !== undefined) return name;
  if ((code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069))
    return tell`control of the direction of writing`;
  if (code >= 0x2000 && code <= 0x200a) return tell`space of another width`;
  if (code >= 0xe0000 && code <= 0xe007f) return tell`tag that is not shown`;
  if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef))
    return tell`variation selector`;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) return tell`control character`;
  if (code >= 0xd800 && code <= 0xdfff) return tell`half of a character`;
  return /\p{Cf}/u.test(String.fromCodePoint(code)) ? tell`format character` : undefined;
}

/** A character for a message: quoted, with its code point, and named when it cannot be seen or told apart. */
export function characterTold(code: number): Told {
  const point = codePoint(code);
  const name = nameOf(code);
  if (name !== undefined) return tell`${point} (${name})`;
  const character = String.fromCodePoint(code);
  const script = scriptOf(character);
  return script === undefined ? tell`“${character}” ${point}` : tell`“${character}” ${point} (${script})`;
}

function scriptOf(character: string): Told | undefined {
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xff01 && code <= 0xff5e) return tell`full width`;
  if (/\p{Script=Cyrillic}/u.test(character)) return tell`Cyrillic`;
  if (/\p{Script=Greek}/u.test(character)) return tell`Greek`;
  return undefined;
}

/** Characters for a message, one by one when they are few; else the text, cut. */
export function charactersTold(text: string): Told {
  const all = Array.from(text);
  if (all.length > 3) return tell`“${clip(all)}” (${all.length} characters)`;
  const [first, ...others] = all.map((character) => characterTold(character.codePointAt(0) ?? 0));
  if (first === undefined) return tell`nothing`;
  return others.reduce((told, other) => tell`${told}, ${other}`, first);
}

const MOST_SHOWN = 40;

/** The first characters, those that cannot be seen as their code points. */
function clip(all: readonly string[]): string {
  const shown = all.slice(0, MOST_SHOWN).map((character) => {
    const code = character.codePointAt(0) ?? 0;
    return code === 0x20 || code === 0x3000 || nameOf(code) === undefined
      ? character
      : `[${codePoint(code)}]`;
  });
  return shown.join('') + (all.length > MOST_SHOWN ? '…' : '');
}
