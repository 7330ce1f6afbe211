/** A text without what may be changed without changing what it says, and where each unit of it stands in the original. */
export interface Normalised {
  readonly text: string;
  /** The original in NFC, which `places` counts in. */
  readonly original: string;
  readonly places: readonly number[];
}

const DROPPED = /[\s\p{Z}\p{Cf}\p{Cc}\p{M}]/gu;

/** Width, case and composition made equal; white space, invisible characters and lone marks left out. */
export function normalise(text: string): Normalised {
  const original = text.normalize('NFC');
  const places: number[] = [];
  const forms = new Map<string, string>();
  let normal = '';
  let at = 0;
  for (const character of original) {
    let form = forms.get(character);
    if (form === undefined) {
      form = character.normalize('NFKC').toLowerCase().replace(DROPPED, '');
      forms.set(character, form);
    }
    for (let i = 0; i < form.length; i++) places.push(at);
    normal += form;
    at += character.length;
  }
  return { text: normal, original, places };
}

/** The part of the original that a span of the normalised text comes from. */
export function originalOf({ original, places, text }: Normalised, from: number, to: number): string {
  const begin = places[from] ?? 0;
  const last = places[to - 1] ?? begin;
  const end =
    to >= text.length ? original.length : last + ((original.codePointAt(last) ?? 0) > 0xffff ? 2 : 1);
  return original.slice(begin, end).trim();
}
