import { RequestType } from 'vscode-jsonrpc';
import type {
  BatchOverview,
  CaseReview,
  EvidenceKind,
  EvidencePage,
  SourceVerdict,
} from '../../schemas/review.ts';
import type { FlagDimension, LabelWord } from '../../schemas/labels.ts';

/**
 * Requests of the extension host to the reader, a process of its own that reads batch folders, and writes the labels
 * that a person gives: a folder may hold
 * hundreds of megabytes, and the host must never wait for it. Errors are answered as errors with a sentence that a
 * person can act on. `locale` is a language tag (`en`, `zh-cn`).
 */
export interface ListBatches {
  /** Folders whose sub-folders may be batches. */
  readonly folders: readonly string[];
  /** Single batch folders that were opened by hand. */
  readonly batches: readonly string[];
  readonly locale: string;
}
/** Batches, newest first. A folder that cannot be read is listed with its problem. */
export const listBatches = new RequestType<ListBatches, BatchOverview[], void>('batches/list');

export interface CaseOfBatch {
  readonly dir: string;
  readonly caseId: string;
  readonly locale: string;
}
export const reviewCase = new RequestType<CaseOfBatch, CaseReview, void>('case/review');

export interface PageOfEvidence extends CaseOfBatch {
  readonly kind: EvidenceKind;
  readonly from: number;
  readonly count: number;
}
export const evidencePage = new RequestType<PageOfEvidence, EvidencePage, void>('case/evidence');

export interface SliceOfText extends CaseOfBatch {
  readonly kind: EvidenceKind;
  readonly index: number;
  readonly column?: string | undefined;
  readonly from: number;
  readonly count: number;
}
export const evidenceText = new RequestType<SliceOfText, string, void>('case/text');

export interface VerdictsOf {
  readonly folders: readonly string[];
  readonly batches: readonly string[];
  /** Ids of the cases that are asked for. */
  readonly cases: readonly string[];
  /** Name of their evalset: another one may use the same ids. Absent: whatever the evalset. */
  readonly evalset?: string | undefined;
  readonly locale: string;
}
/** The newest verdict of each case over all batches, if there is one. Cases that only run are not among them. */
export const sourceVerdicts = new RequestType<VerdictsOf, SourceVerdict[], void>('verdicts/newest');

/** The verdict of a case of a batch; null when there is none. */
export const sourceVerdict = new RequestType<CaseOfBatch, SourceVerdict | null, void>('case/verdict');

/** Who labels, and on which state of the label file the wish rests. */
export interface LabelWish extends CaseOfBatch {
  readonly by: string;
  readonly rev: number;
}
export interface WordOnPoint extends LabelWish {
  readonly point: string;
  /** null clears what this person said. */
  readonly word: LabelWord | null;
  readonly reason: string;
  /** What the person selected in the evidence, to rest the word on. */
  readonly selection: {
    readonly kind: EvidenceKind;
    readonly index: number;
    readonly column?: string | undefined;
    readonly text: string;
  } | null;
  /** Whether the judges' words were on the screen. */
  readonly seen: boolean;
}
export interface FlagOnPoints extends LabelWish {
  readonly dimension: FlagDimension;
  readonly points: readonly string[];
  /** null takes the person's flag of this dimension away. */
  readonly reason: string | null;
}
/** `refused`: nothing was written; `newer` is what stands there when somebody else wrote meanwhile. */
export type LabelAnswer =
  | { readonly rev: number; readonly refused: null }
  | {
      readonly rev: number;
      readonly refused: string;
      readonly newer: { readonly word: LabelWord; readonly who: string; readonly reason: string } | null;
    };
export const setWord = new RequestType<WordOnPoint, LabelAnswer, void>('labels/word');
export const setFlag = new RequestType<FlagOnPoints, LabelAnswer, void>('labels/flag');
