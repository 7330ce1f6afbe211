import type { TeamCard } from '../../../schemas/index.ts';
import type { KindName } from '../../../schemas/kinds.ts';
import type { ExcerptMark } from '../excerpt.ts';
import { findingAt, type Place } from '../finding.ts';
import type { Finding, FindingData, Located, Severity } from '../model.ts';
import type { SourceDocument } from '../source.ts';
import type { Told } from '../told.ts';
import type { EvalsetView } from '../view.ts';

/** A file and its kind. The value may still have errors of shape: a rule looks at what is there. */
export interface FileContext {
  readonly file: SourceDocument;
  readonly kind: KindName;
}

/** A rule on one file, or on a part of one that stands by itself: a card of a list, a step of a world. */
export type PartRule = (context: FileContext) => Finding[];

/** A rule on one file as a whole, whose parts are looked at together. */
export type FileRule = (
  context: FileContext & {
    readonly excerpt: readonly ExcerptMark[];
    /** Whether the file is looked at without an evalset that it is of. */
    readonly alone: boolean;
  },
) => Finding[];

/** A rule on an evalset as a whole. */
export type EvalsetRule = (view: EvalsetView) => Finding[];

/** Collects the findings of a rule. */
export class Findings {
  readonly list: Finding[] = [];

  add(severity: Severity, code: string, place: Place, message: Told, data?: FindingData): void {
    this.list.push(findingAt(place, code, severity, message, data));
  }
}

/** Of cards with the same id the first has it; the others are reported as duplicates. */
export function cardsById(cards: readonly Located<TeamCard>[]): ReadonlyMap<string, Located<TeamCard>> {
  return new Map(cards.toReversed().map((card) => [card.value.case_id, card]));
}
