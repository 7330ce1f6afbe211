import type { ModelUsage } from '../../schemas/index.ts';

export type PointWord = 'met' | 'unmet' | null;

/** A point whose word is another one than before. */
export interface ChangedPoint {
  readonly id: string;
  readonly before: PointWord;
  readonly after: PointWord;
}

/** What one judge did in a command. */
export interface JudgeDone {
  readonly name: string;
  readonly mode: 'rule' | 'manual' | 'model';
  /** Points without a word, by cause. `open`: nobody was asked; `check`: a check cannot know it. */
  readonly undecided: Readonly<Record<string, number>>;
  /** Points whose repeats differ, of those asked more than once. */
  readonly unstable?: { readonly points: number; readonly of: number };
  /** Of a model: what was asked, sent and paid in this command. */
  readonly usage?: ModelUsage;
  /** Model ids that answered. */
  readonly models?: readonly string[];
  readonly changed: readonly (ChangedPoint & { readonly case_id: string })[];
}

export interface Disagreement {
  readonly case_id: string;
  readonly id: string;
  readonly first: PointWord;
  readonly second: PointWord;
}

/** What judging a batch, or some cases of it, came to. */
export interface JudgeReport {
  readonly judged: readonly string[];
  readonly notPlayed: readonly string[];
  readonly judges: readonly JudgeDone[];
  /** Points on which the first and the second judge have different words. */
  readonly disagreements: readonly Disagreement[];
}
