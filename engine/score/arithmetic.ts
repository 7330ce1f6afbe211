import type { PointKind } from '../../schemas/index.ts';
import type { Word } from './words.ts';

export interface Tally {
  readonly required_total: number;
  readonly required_met: number;
  readonly deductions: number;
  readonly veto: boolean;
}

interface Scored {
  readonly kind: PointKind;
  readonly word: Word;
}

/** Counts the points; undecided ones count as nothing. */
export function tally(points: readonly Scored[]): Tally {
  const met = (kind: PointKind): number =>
    points.filter((point) => point.kind === kind && point.word === 'met').length;
  return {
    required_total: points.filter((point) => point.kind === 'required').length,
    required_met: met('required'),
    deductions: met('deduction'),
    veto: met('veto') > 0,
  };
}

/** The evalset's protocol: max(0, required met − deductions) / required total; a veto makes it 0. Total must be positive. */
export function scoreOf(t: Tally): number {
  return t.veto ? 0 : Math.max(0, t.required_met - t.deductions) / t.required_total;
}

/**
 * The score if every undecided point fell out badly, and well. The score only rises with required points met and only
 * falls with deductions and vetoes, so these two hold every completion between them.
 */
export function boundsOf(points: readonly Scored[]): { readonly worst: number; readonly best: number } {
  const filled = (good: boolean): Scored[] =>
    points.map(({ kind, word }) => ({
      kind,
      word: word ?? ((kind === 'required') === good ? 'met' : 'unmet'),
    }));
  return { worst: scoreOf(tally(filled(false))), best: scoreOf(tally(filled(true))) };
}
