import type { Rests } from './dependency-signs.ts';
import type { SaidLines } from './said-lines.ts';
import type { HiddenTexts, Leak } from './hidden-texts.ts';
import { Kept, KeptBy, Stable } from './kept.ts';
import { samePinning, type PinIndex, type Pinning } from './pin/pin-index.ts';
import type { Finding, OffsetRange, ValuePath } from './model.ts';
import { sameRegisters, type Registers } from './registers.ts';
import { sameNames, type Names } from './speaker-names.ts';

/** A leak in one of the texts of a part, `at` counted from the part. `owner`: index of the hidden text. */
export type LeakAt = Leak<number> & { readonly at: ValuePath };

/** A part of a text of a part, `at` counted from the part. */
export interface SpanAt {
  readonly at: ValuePath;
  readonly span: OffsetRange;
}

/** A name in a text. */
export type NamedAt = SpanAt & { readonly name: string };
/** A date, or another word that was looked for. */
export type WordAt = SpanAt & { readonly text: string };

/** Ids of cases. */
export interface CaseIds {
  readonly all: ReadonlySet<string>;
  /** Whether every case told its id. */
  readonly known: boolean;
  /** Whether no two are the same. */
  readonly unique: boolean;
}

/** What keys are looked up in, and whether the world is bound already. */
export interface LookUp {
  readonly registers: Registers;
  readonly bound: boolean;
}

/** What the rules on an evalset keep from one state of it to the next. */
export class EvalsetMemo {
  /** What stands where the cases have their ids, in order; by that, what it says. */
  readonly ids = new Stable<readonly unknown[]>(sameItems);
  readonly caseIds = new Kept<CaseIds>();
  readonly lookUp = new Stable<LookUp>(
    (a, b) => a.bound === b.bound && sameRegisters(a.registers, b.registers),
  );
  /** By what keys were looked up in, and the document of the part that names them. */
  readonly dangling = new KeptBy<LookUp, readonly Finding[]>();
  /** Ids of the points of a card, by its model. */
  readonly points = new Kept<readonly string[]>();
  /** What a skill card says on anti-patterns, by its model. */
  readonly antiPatterns = new Kept<readonly string[]>();
  /** What cards are held against, and what is said of it; by that, and the document of the part, what was found. */
  readonly pinning = new Stable<Pinning>(samePinning);
  readonly pinned = new KeptBy<Pinning, readonly Finding[]>();
  /** By the pin. */
  readonly pinIndex = new Kept<PinIndex>();
  readonly hidden = new Stable<readonly string[]>(sameItems);
  /** By the hidden texts; the leaks also by the model whose texts were searched. */
  readonly hiddenIndex = new Kept<HiddenTexts<number>>();
  readonly leaks = new KeptBy<readonly string[], readonly LeakAt[]>();
  /** Dates that a part names outright, by its model. */
  readonly dates = new Kept<readonly WordAt[]>();
  readonly names = new Stable<Names>(sameNames);
  /** By the names, and the card that was searched for them. */
  readonly named = new KeptBy<Names, readonly NamedAt[]>();
  readonly sensitive = new Stable<readonly string[]>(sameItems);
  /** By the words, and the model that was searched for them. */
  readonly words = new KeptBy<readonly string[], readonly WordAt[]>();
  /** What a card says that tells of dependencies, by its model. */
  readonly rests = new Kept<Rests>();
  /** What colleagues say in the cases, in order. */
  readonly lines = new Stable<readonly (readonly string[])[]>(sameLines);
  /** By those lines; who says the quotations of a card also by its model. */
  readonly said = new Kept<SaidLines>();
  readonly saidBy = new KeptBy<readonly (readonly string[])[], readonly (number | null)[]>();
}

function sameItems(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => item === b[i]);
}

function sameLines(a: readonly (readonly string[])[], b: readonly (readonly string[])[]): boolean {
  return a.length === b.length && a.every((lines, i) => lines === b[i] || sameItems(lines, b[i] ?? []));
}
