import type { DiffEntry, JudgeIdentity, LabelWord, Pointer } from '../../schemas/index.ts';
import type { EvidenceKind } from '../../schemas/review.ts';
import { UsageError } from '../batch/errors.ts';
import { verifyPointer, type Verified } from '../judge/index.ts';
import type { Words } from '../report/index.ts';
import { batchRef } from './batch-ref.ts';
import type { CaseModel } from './case.ts';
import { changeKey } from './tables.ts';

/** Words that a person selected in an item of the evidence lists. */
export interface Selection {
  readonly kind: EvidenceKind;
  readonly index: number;
  /** Column, in a row of a table. */
  readonly column?: string | undefined;
  readonly text: string;
}

/** What a label on a point may rest on. */
export interface LabelBasis {
  /** Files in the scope of the case: what a person had before them. */
  readonly scope: readonly string[];
  /** The first judge. */
  readonly judge: JudgeIdentity | null;
  /** Verified pointers of the judges who said this word, first judge before second. */
  pointersOf(word: LabelWord): Pointer[];
  /** What was selected as pointers: the words themselves, or in a table the changes that they stand in. */
  pointersAt(selection: Selection): Pointer[];
  verify(pointer: Pointer): Verified;
}

/** @throws {UsageError} when the folder is only read, or has no such point */
export function labelBasisOf(model: CaseModel, point: string, words: Words): LabelBasis {
  const { facts, judged, evidence, points, caseId } = model;
  const { why_readonly: why } = batchRef(facts, words);
  if (why !== undefined) throw new UsageError(`${facts.paths.root}: ${why}`);
  const found = points.find(({ id }) => id === point);
  if (found === undefined)
    throw new UsageError(`${facts.paths.root}: ${caseId}: ${point}: ${words.labels.noSuchPoint}`);
  return {
    scope: evidence.scope,
    judge: judged.verdict?.judge ?? judged.first?.judge ?? null,
    pointersOf: (word) =>
      found.judgements
        .filter((said) => said.word === word)
        .flatMap(({ quotes }) => quotes.filter(({ verified }) => verified).map(({ pointer }) => pointer)),
    pointersAt: (selection) => pointersAt(model, selection),
    verify: (pointer) => verifyPointer(pointer, evidence, { earlier: found.kind !== 'required' }),
  };
}

function pointersAt(model: CaseModel, { kind, index, column, text }: Selection): Pointer[] {
  const { thread, documents } = model.places;
  switch (kind) {
    case 'thread': {
      const placed = model.evidence.messages.find(
        ({ message }) => thread.at.get(message.message_id) === index,
      );
      if (placed === undefined) return [];
      return [{ path: placed.path, quote: text, message_id: placed.message.message_id }];
    }
    case 'tables':
      return changesAt(model, index, column);
    case 'documents': {
      const path = [...documents.lines].find(([, lines]) => lines.some((line) => line.index === index))?.[0];
      return path === undefined ? [] : [{ path, quote: text }];
    }
    case 'events':
      return [];
  }
}

function changesAt({ evidence, places }: CaseModel, index: number, column: string | undefined): Pointer[] {
  const here = (path: string, entry: DiffEntry): boolean => {
    const place = places.tables.at.get(changeKey(path, entry));
    return place?.index === index && (place.column === undefined || place.column === column);
  };
  return evidence.assets.flatMap(({ path, evidence: { diff = [] } }) =>
    diff.filter((entry) => here(path, entry)).map((entry) => ({ path, diff: entry })),
  );
}
