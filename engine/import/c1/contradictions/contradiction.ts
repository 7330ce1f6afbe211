import type { C1Document } from '../document.ts';
import type { ImportedCase } from '../case.ts';

/** A place where the document says two things. */
export interface Contradiction {
  readonly code:
    | 'count'
    | 'missing-row'
    | 'total'
    | 'share'
    | 'vocabulary'
    | 'range'
    | 'sum'
    | 'legs'
    | 'time'
    | 'list-length';
  /** Line of the document, from 1. */
  readonly line: number;
  readonly case_id?: string;
  /** What the document states, and what it holds. */
  readonly stated: string;
  readonly found: string;
  readonly message: string;
}

/** What the checks look at. */
export interface Material {
  readonly document: C1Document;
  readonly cases: readonly ImportedCase[];
}

export type Check = (material: Material) => Contradiction[];
