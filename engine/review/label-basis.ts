import type { JudgeIdentity, Pointer, PointKind } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { verifyPointer, type Verified } from '../judge/index.ts';
import type { Words } from '../report/index.ts';
import { batchRef } from './batch-ref.ts';
import type { CaseModel } from './case.ts';

/** What a label on a point may rest on. */
export interface LabelBasis {
  readonly kind: PointKind;
  /** The judges' verified pointers, first judge before second. */
  readonly pointers: readonly Pointer[];
  /** Files in the scope of the case: what a person had before them. */
  readonly scope: readonly string[];
  readonly judge: JudgeIdentity | null;
  verify(pointer: Pointer): Verified;
}

/** @throws {UsageError} when the folder is only read, or has no such point */
export function labelBasisOf(model: CaseModel, point: string, words: Words): LabelBasis {
  const { facts, judged, evidence, points, caseId } = model;
  const { why_readonly: why } = batchRef(facts, words);
  if (why !== undefined) throw new UsageError(`${facts.paths.root}: ${why}`);
  const found = points.find(({ id }) => id === point);
  if (found === undefined) throw new UsageError(`${facts.paths.root}: ${caseId}: ${point}: ${words.noSuchPoint}`);
  return {
    kind: found.kind,
    pointers: found.judgements.flatMap(({ quotes }) =>
      quotes.filter(({ verified }) => verified).map(({ pointer }) => pointer),
    ),
    scope: evidence.scope,
    judge: judged.verdict?.judge ?? judged.first?.judge ?? null,
    verify: (pointer) => verifyPointer(pointer, evidence, { earlier: found.kind !== 'required' }),
  };
}
