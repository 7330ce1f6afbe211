import picocolors from 'picocolors';
import stringWidth from 'fast-string-width';

export interface ShowOptions {
  readonly color: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** Colours that mean verdicts; without colour they leave the text as it is. */
export type Colors = ReturnType<typeof picocolors.createColors>;

/** The colours for the options. */
export function colorsOf({ color }: ShowOptions): Colors {
  return picocolors.createColors(color);
}

/** Controls, format characters (bidi, zero width, tags), line separators and halves of characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * Makes text of the evidence safe for a terminal: whatever would not show, or would steer the terminal or the
 * direction of writing, is shown as its code point, such as ‹U+001B›. Line ends are kept.
 */
export function visible(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll('\t', '  ')
    .replace(UNSEEN, (char) => {
      const code = char.codePointAt(0) ?? 0;
      return char === '\n' ? char : `‹U+${code.toString(16).toUpperCase().padStart(4, '0')}›`;
    });
}

/** {@link visible} on one line. */
export function oneLine(text: string): string {
  return visible(text).replace(/\s*\n\s*/g, ' ⏎ ');
}

/** Cuts a text to a number of columns, with an ellipsis; wide characters count two. */
export function cut(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = '';
  let used = 0;
  for (const char of text) {
    const size = stringWidth(char);
    if (used + size > columns - 1) break;
    kept += char;
    used += size;
  }
  return `${kept}…`;
}

/** Fills a text with spaces to a number of columns. */
export function pad(text: string, columns: number): string {
  return text + ' '.repeat(Math.max(0, columns - stringWidth(text)));
}

/** Columns that a text takes. */
export function widthOf(text: string): number {
  return stringWidth(text);
}

/** Breaks one line into lines of at most `columns`; at a space where there is one, else between characters. */
export function wrap(text: string, columns: number): string[] {
  const room = Math.max(8, columns);
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/(?<= )/)) {
    if (stringWidth(line + word.trimEnd()) <= room) {
      line += word;
      continue;
    }
    if (line.trim() !== '' && stringWidth(word) <= room / 2) {
      lines.push(line.trimEnd());
      line = word;
      continue;
    }
    for (const char of word) {
      if (stringWidth(line + char) > room) {
        lines.push(line.trimEnd());
        line = '';
      }
      line += char;
    }
  }
  return [...lines, line.trimEnd()];
}

/** Text (of any number of lines) wrapped behind an indent. */
export function indented(text: string, indent: string, columns: number): string[] {
  return text
    .split('\n')
    .flatMap((line) => wrap(line, columns - stringWidth(indent)))
    .map((line) => `${indent}${line}`.trimEnd());
}

/** A number with at most four decimals. */
export function decimal(value: number): string {
  return String(Math.round(value * 10_000) / 10_000);
}
