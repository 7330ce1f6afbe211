import type { KindName } from '../../../schemas/kinds.ts';
import { pointerOf } from '../pointer.ts';
import { marksOf } from '../marks.ts';
import type { ValuePath } from '../model.ts';

/** A text of a card or playbook that is kept to the letter. */
export interface LetterText {
  /** Counted from the card. */
  readonly at: ValuePath;
  readonly text: string;
}

/** The texts of a card or playbook that are kept to the letter, in the author's order. */
export function letterTexts(kind: KindName, raw: unknown): LetterText[] {
  return marksOf(kind, raw).flatMap(({ path, value, verbatim }) =>
    verbatim ? [{ at: path, text: value }] : [],
  );
}

/** The same by JSON pointer, in lines, as a pin has them. */
export function pinnedTexts(kind: KindName, raw: unknown): Record<string, string[]> {
  return Object.fromEntries(letterTexts(kind, raw).map(({ at, text }) => [pointerOf(at), text.split('\n')]));
}

/** A pinned text in one piece. */
export const textOf = (lines: readonly string[]): string => lines.join('\n');
