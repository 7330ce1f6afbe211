import type { HiddenTexts, Leak } from './hidden-texts.ts';
import { Kept, Stable } from './kept.ts';
import type { Finding, ValuePath } from './model.ts';
import { samePinning, type PinIndex, type Pinning } from './pin/pin-index.ts';
import { sameRegisters, type Registers } from './registers.ts';

/** A leak in one of the texts of a part, `at` counted from the part. `owner`: index of the hidden text. */
export type LeakAt = Leak<number> & { readonly at: ValuePath };

/** What keys are looked up in, and whether the world is bound already. */
export interface LookUp {
  readonly registers: Registers;
  readonly bound: boolean;
}

/** What the rules on an evalset keep from one state of it to the next. */
export class EvalsetMemo {
  readonly lookUp = new Stable<LookUp>(
    (a, b) => a.bound === b.bound && sameRegisters(a.registers, b.registers),
  );
  /** By what keys were looked up in, and the document of the part that names them. */
  readonly dangling = new Kept<Kept<readonly Finding[]>>();
  /** Ids of the points of a card, by its model. */
  readonly points = new Kept<readonly string[]>();
  /** What a skill card says on anti-patterns, by its model. */
  readonly antiPatterns = new Kept<readonly string[]>();
  /** What cards are held against, and what is said of it; by that, and the document of the part, what was found. */
  readonly pinning = new Stable<Pinning>(samePinning);
  readonly pinned = new Kept<Kept<readonly Finding[]>>();
  /** By the pin. */
  readonly pinIndex = new Kept<PinIndex>();
  readonly hidden = new Stable<readonly string[]>(sameTexts);
  /** By the hidden texts; the leaks also by the model whose texts were searched. */
  readonly hiddenIndex = new Kept<HiddenTexts<number>>();
  readonly leaks = new Kept<Kept<readonly LeakAt[]>>();
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((text, i) => text === b[i]);
}
