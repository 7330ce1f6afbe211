/** What tells that a text may not be what its author wrote, counted once a text or a part of one. */
export interface TextSigns {
  /** Whether it holds a NUL: text does not. */
  readonly nul: boolean;
  /** Characters that stand for bytes that could not be read (U+FFFD). */
  readonly lost: number;
  /** Whether a line may begin with the sign of a merge conflict. */
  readonly conflict: boolean;
  /** Line ends by their kind. */
  readonly lf: number;
  readonly crlf: number;
  readonly cr: number;
}

export function signsOf(text: string): TextSigns {
  let nul = false;
  let conflict = false;
  let [lost, lf, crlf, cr] = [0, 0, 0, 0];
  // What a part begins with may begin a line: only the whole text can tell.
  let lineStart = true;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 10) lf += 1;
    else if (code === 13) {
      if (text.charCodeAt(i + 1) === 10) {
        crlf += 1;
        i += 1;
      } else cr += 1;
    } else {
      if (code === 0) nul = true;
      else if (code === 0xfffd) lost += 1;
      else if (code === 60 && lineStart) conflict = true;
      lineStart = false;
      continue;
    }
    lineStart = true;
  }
  return { nul, lost, conflict, lf, crlf, cr };
}

/** The signs of a text that consists of parts. */
export function signsOfAll(parts: readonly { readonly signs: TextSigns }[]): TextSigns {
  const all = { nul: false, lost: 0, conflict: false, lf: 0, crlf: 0, cr: 0 };
  for (const { signs } of parts) {
    all.nul ||= signs.nul;
    all.conflict ||= signs.conflict;
    all.lost += signs.lost;
    all.lf += signs.lf;
    all.crlf += signs.crlf;
    all.cr += signs.cr;
  }
  return all;
}
