/* eslint no-misleading-character-class: ['error', { allowEscape: true }] -- marks stand alone in these classes */

/** A piece of a text; `code` names a character that the eye would not see, or that would reorder its surroundings. */
interface Piece {
  readonly text: string;
  readonly code?: string;
}

const HIDDEN =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\ufff9-\ufffc\ufffe\uffff\u{e0000}-\u{e0fff}]/gu;
const JOINED = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]$/u;
const JOINING_SCRIPT =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Sinhala}\p{Script=Malayalam}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Mn}]$/u;

const NAMES: ReadonlyMap<number, string> = new Map([
  ...[
    'NUL SOH STX ETX EOT ENQ ACK BEL BS HT LF VT FF CR SO SI DLE DC1 DC2 DC3 DC4 NAK SYN ETB CAN EM SUB ESC FS GS RS US',
  ]
    .flatMap((names) => names.split(' '))
    .map((name, code): [number, string] => [code, name]),
  [0x7f, 'DEL'],
  [0xad, 'SHY'],
  [0xfeff, 'BOM'],
]);

/** Cuts a text around its invisible characters. The pieces joined are the text, unit by unit. */
export function pieces(text: string): readonly Piece[] {
  const out: Piece[] = [];
  let done = 0;
  for (const match of text.matchAll(HIDDEN)) {
    const at = match.index;
    const char = match[0];
    if (isHarmless(text, at, char)) continue;
    if (at > done) out.push({ text: text.slice(done, at) });
    out.push({ text: char, code: nameOf(char) });
    done = at + char.length;
  }
  if (done < text.length) out.push({ text: text.slice(done) });
  return out;
}

/** The text with names in place of its invisible characters, for labels that cannot hold elements. */
export function plain(text: string): string {
  return pieces(text)
    .map((piece) => (piece.code === undefined ? piece.text : `[${piece.code}]`))
    .join('');
}

function isHarmless(text: string, at: number, char: string): boolean {
  if (char === '\n' || char === '\t') return true;
  if (char === '\r') return text[at + 1] === '\n';
  const before = text.slice(Math.max(0, at - 2), at);
  if (char === '\ufe0f' || char === '\ufe0e') return /[\p{Emoji}\u20e3]$/u.test(before);
  if (char === '\u200d') return JOINED.test(before) || JOINING_SCRIPT.test(before);
  return char === '\u200c' && JOINING_SCRIPT.test(before);
}

function nameOf(char: string): string {
  const code = char.codePointAt(0) ?? 0;
  return NAMES.get(code) ?? `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}
