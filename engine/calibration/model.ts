import type { Labeller, LabelWord, Point } from '../../schemas/index.ts';

/** Kinds of points that are hard in different ways. `process`: a required point that is neither gate nor result. */
export const POINT_TYPES = ['result', 'process', 'gate', 'deduction', 'veto'] as const;
export type PointType = (typeof POINT_TYPES)[number];

export function typeOf({
  kind,
  result,
  delivery_gate: gate,
}: Pick<Point, 'kind' | 'result' | 'delivery_gate'>): PointType {
  if (kind !== 'required') return kind;
  if (gate) return 'gate';
  return result ? 'result' : 'process';
}

/** A point of a played case. `batch`: folder of the batch, its name for people in `batchName`. */
export interface PlacedPoint {
  readonly batch: string;
  readonly case_id: string;
  readonly point: string;
  readonly type: PointType;
}

export const keyOf = ({ batch, case_id, point }: Omit<PlacedPoint, 'type'>): string =>
  JSON.stringify([batch, case_id, point]);

/** A judge as it judged: another model, prompt or set of checks is another version. */
export interface JudgeVersion {
  readonly mode: string;
  readonly model: string;
  readonly version: string | null;
}

export const nameOfJudge = ({ mode, model, version }: JudgeVersion): string =>
  [mode, model, ...(version === null ? [] : [version])].filter((part) => part !== '').join(' · ');

/** What one judge said of a point, as evidence carries it. */
export interface JudgedPoint extends PlacedPoint {
  readonly judge: JudgeVersion;
  readonly word: LabelWord;
}

/** What a person or a model said of a point. */
export interface LabelledPoint {
  readonly batch: string;
  readonly case_id: string;
  readonly point: string;
  readonly word: LabelWord;
  readonly by: Labeller;
  /** ISO 8601; empty where it is not known. */
  readonly at: string;
  /** Whether the judges' words were in sight; null: not known. */
  readonly seen: boolean | null;
}
