import type { CaseInFile, CasesInFile } from '../../language-server/protocol.ts';
import type { PointState, SourceVerdict } from '../../schemas/review.ts';
import { changedPoints } from './staleness.ts';

type Range = CaseInFile['idRange'];
type VerdictPoint = SourceVerdict['points'][number];

/** A verdict drawn at its checkpoint. */
export interface PointMark {
  readonly caseId: string;
  readonly range: Range;
  readonly point: VerdictPoint;
  readonly verdict: SourceVerdict;
  /** The card is not the one that was judged. */
  readonly stale: boolean;
  /** This very line is not the one that was judged. */
  readonly changed: boolean;
}

/** The verdict of a case, at its id. */
export interface CaseMark {
  readonly caseId: string;
  readonly range: Range;
  readonly verdict: SourceVerdict;
  readonly stale: boolean;
}

export interface FileMarks {
  readonly cases: readonly CaseMark[];
  readonly points: readonly PointMark[];
}

/** Lays verdicts over the present text of a file. A point that the text does not have any more has no mark. */
export function marksOf(file: CasesInFile, verdicts: readonly SourceVerdict[]): FileMarks {
  const cases: CaseMark[] = [];
  const points: PointMark[] = [];
  for (const card of file.cases) {
    const verdict = verdicts.find((one) => one.case_id === card.id);
    if (verdict === undefined) continue;
    const lines = changedPoints(verdict, card);
    const stale = lines !== null;
    cases.push({ caseId: card.id, range: card.idRange, verdict, stale });
    for (const checkpoint of card.checkpoints) {
      const point = verdict.points.find((one) => one.id === checkpoint.id);
      if (point === undefined) continue;
      points.push({
        caseId: card.id,
        range: checkpoint.range,
        point,
        verdict,
        stale,
        changed: lines?.includes(point.id) === true,
      });
    }
  }
  return { cases, points };
}

/** Text symbol of a state; the shapes differ without colour. */
export function symbolOf(state: PointState): string {
  switch (state) {
    case 'met':
    case 'overridden':
      return '✓';
    case 'unmet':
    case 'gate-unmet':
      return '✗';
    case 'cannot':
      return '?';
    case 'triggered':
      return '●';
    case 'not-triggered':
      return '○';
    case 'none':
      return '–';
  }
}
