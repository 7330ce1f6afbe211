const NAMES: Readonly<Record<number, string>> = {
  0x09: 'tab',
  0x0a: 'line feed',
  0x0d: 'carriage return',
  0x20: 'space',
  0xa0: 'no-break space',
  0xad: 'soft hyphen',
  0x2028: 'line separator',
  0x200b: 'zero-width space',
  0x200c: 'zero-width non-joiner',
  0x200d: 'zero-width joiner',
  0x2060: 'word joiner',
  0x3000: 'ideographic space',
  0xfeff: 'byte order mark',
};

/** A character for a message: quoted, with its code point, and named when it cannot be seen or told apart. */
export function describeCharacter(text: string, at: number): string {
  const code = text.codePointAt(at);
  if (code === undefined) return 'the end of the text';
  const point = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
  const name = NAMES[code];
  if (name !== undefined) return `${point} (${name})`;
  const shown = `"${String.fromCodePoint(code)}" ${point}`;
  return code >= 0xff01 && code <= 0xff5e ? `${shown} (full width)` : shown;
}

/** Offset of the first difference of two texts; null when they are equal. Never inside a surrogate pair. */
export function firstDifference(a: string, b: string): number | null {
  if (a === b) return null;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  return at > 0 && /[\uD800-\uDBFF]/.test(a.charAt(at - 1)) ? at - 1 : at;
}
