import type { JudgeTemplate, Pointer } from '../../../schemas/index.ts';
import type { Asking, FailureCause, Question } from '../../models/index.ts';
import type { AnswerFault } from './answer.ts';

export type Point = JudgeTemplate['decisions'][number];

/** Asks a model; what goes wrong is told and never thrown, but for an abort. */
export type Ask = (question: Question) => Promise<Asking>;

/** Why a point cannot be judged, as it is counted and printed. */
export type Cause =
  | FailureCause
  | AnswerFault
  | 'question-too-long'
  | 'no-decision'
  | 'no-quote'
  | 'quote-refused'
  | 'contradicted'
  | 'insufficient'
  | 'unreadable-evidence'
  | 'said-cannot-judge';

/** What one pass of questions comes to for one point. */
export interface Word {
  readonly met: 'met' | 'unmet' | null;
  readonly reason: string;
  readonly evidence: readonly Pointer[];
  readonly cannot?: { readonly cause: Cause; readonly message: string };
  /** Hashes of the calls that it rests on. */
  readonly calls: readonly string[];
}

export const cannot = (
  cause: Cause,
  message: string,
  calls: readonly string[],
  more: Partial<Pick<Word, 'reason' | 'evidence'>> = {},
): Word => ({ met: null, reason: '', evidence: [], ...more, cannot: { cause, message }, calls });

/** The word for met in a sentence. */
export const metWord = (point: Pick<Point, 'kind'>): string =>
  point.kind === 'required' ? 'met' : 'triggered';
export const unmetWord = (point: Pick<Point, 'kind'>): string =>
  point.kind === 'required' ? 'unmet' : 'not triggered';
