import type { Label, LabelFlag, Pointer } from '../../schemas/index.ts';
import { BatchPaths } from '../../engine/batch/paths.ts';
import {
  changeLabels,
  currentLabels,
  withFlag,
  withLabel,
  withoutFlag,
  withoutLabel,
  type WrittenLabels,
} from '../../engine/labels/index.ts';
import { wordsOf, type Words } from '../../engine/report/index.ts';
import type { LabelBasis, ReviewStore } from '../../engine/review/index.ts';
import type { FlagOnPoints, LabelAnswer, WordOnPoint } from './protocol.ts';

/** Writes a person's word on a point, with what it rests on; or says why not. */
export async function writeWord(
  store: ReviewStore,
  wish: WordOnPoint,
  now: () => Date,
  signal?: AbortSignal,
): Promise<LabelAnswer> {
  const { dir, caseId, point, word, rev } = wish;
  const words = wordsOf(wish.locale);
  const by = { kind: 'person', id: wish.by } as const;
  const at = now().toISOString();
  const basis = await store.labelBasis(dir, caseId, point, words, signal);
  const chosen = selected(wish, basis, words);
  if (typeof chosen === 'string') return { rev, refused: chosen, newer: null };
  const written = await changeLabels(
    new BatchPaths(dir),
    caseId,
    (file) => {
      if (word === null) return withoutLabel(file, point, by, at);
      const before = currentLabels(file).find((one) => one.point === point && one.by.id === by.id);
      const kept = before?.word === word ? before.evidence : [];
      const label: Label = {
        point,
        word,
        reason: wish.reason,
        evidence: chosen.length > 0 ? chosen : kept.length > 0 ? kept : basis.pointersOf(word),
        ...(word === 'unmet' ? { scope_read: [...basis.scope] } : {}),
        by,
        at,
        judge: judgeOf(basis),
        seen: wish.seen,
      };
      return withLabel(file, label);
    },
    { rev, signal },
  );
  return answer(written, words, rev, point);
}

/** The first judge as it judged when the label was given. */
function judgeOf({ judge }: LabelBasis): Label['judge'] {
  if (judge === null) return null;
  const { mode, model, version } = judge;
  return { mode, model, ...(version === undefined ? {} : { version }) };
}

/** What was selected as verified pointers, or why it cannot be. */
function selected({ selection, word }: WordOnPoint, basis: LabelBasis, words: Words): Pointer[] | string {
  if (selection === null || word === null || word === 'cannot') return [];
  const pointers = basis.pointersAt(selection);
  if (pointers.length === 0) return words.labels.nothingThere;
  const verified = pointers.filter((pointer) => basis.verify(pointer).ok);
  if (verified.length > 0) return verified;
  const first = pointers[0] === undefined ? null : basis.verify(pointers[0]);
  return words.labels.notCarried(first === null || first.ok ? '' : first.why);
}

/** Writes or takes away a person's flag. */
export async function writeFlag(
  store: ReviewStore,
  wish: FlagOnPoints,
  now: () => Date,
  signal?: AbortSignal,
): Promise<LabelAnswer> {
  const { dir, caseId, dimension, reason, rev } = wish;
  const words = wordsOf(wish.locale);
  const by = { kind: 'person', id: wish.by } as const;
  for (const point of wish.points) await store.labelBasis(dir, caseId, point, words, signal);
  const flag = (): LabelFlag => ({
    ...{ dimension, points: [...wish.points], reason: reason ?? '' },
    ...{ by, at: now().toISOString() },
  });
  const written = await changeLabels(
    new BatchPaths(dir),
    caseId,
    (file) => (reason === null ? withoutFlag(file, dimension, by) : withFlag(file, flag())),
    { rev, signal },
  );
  return answer(written, words, rev, null);
}

function answer(written: WrittenLabels, words: Words, rev: number, point: string | null): LabelAnswer {
  switch (written.how) {
    case 'saved':
      return { rev: written.file.rev, refused: null };
    case 'damaged':
      return { rev, refused: `${words.labels.damaged} ${written.why}`, newer: null };
    case 'stale': {
      const there = currentLabels(written.file).findLast((one) => one.point === point);
      return {
        rev: written.file.rev,
        refused: words.labels.stale,
        newer: there === undefined ? null : { word: there.word, who: there.by.id, reason: there.reason },
      };
    }
  }
}
