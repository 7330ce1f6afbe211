import path from 'node:path';
import { UsageError } from '../batch/errors.ts';
import type { Journal } from '../batch/journal.ts';
import type { BatchPaths } from '../batch/paths.ts';
import type { Evalset, SourceFile } from '../evalset/index.ts';
import { Canaries } from '../leaks/index.ts';

/** Step of the journal's own canary. */
const STEP = 'canary';

/** Where an author's file is frozen, relative to the batch folder. */
export function frozenPath(evalset: Evalset, paths: BatchPaths, source: SourceFile): string {
  const relative = path.relative(evalset.root, source.path);
  if (relative.startsWith('..') || path.isAbsolute(relative)) {
    throw new UsageError(
      `${source.path}: lies outside the evalset's folder ${evalset.root}; move it in, so that a batch can freeze it`,
    );
  }
  return `${paths.evalset}/${relative.split(path.sep).join('/')}`;
}

/** Makes a canary for every hidden text of a new batch: the frozen files, the script, the templates, the journal. */
export async function plantCanaries(
  evalset: Evalset,
  paths: BatchPaths,
  cases: readonly string[],
): Promise<Canaries> {
  const canaries = await Canaries.open(paths);
  const caseOf = (source: SourceFile): { case_id?: string } => {
    const [first, second] = evalset.cards.filter((card) => card.file.path === source.path);
    return first === undefined || second !== undefined ? {} : { case_id: first.value.case_id };
  };
  await canaries.add([
    ...evalset.sources.map((source) => ({ file: frozenPath(evalset, paths, source), ...caseOf(source) })),
    { file: paths.script },
    { file: paths.journal },
    ...cases.map((id) => ({ file: paths.judgeTemplate(id), case_id: id })),
  ]);
  return canaries;
}

/** Writes the journal's canary into it, once. */
export async function plantInJournal(journal: Journal, paths: BatchPaths): Promise<void> {
  const canary = (await Canaries.open(paths)).of(paths.journal);
  if (canary === undefined || journal.entries.some((entry) => entry.step === STEP)) return;
  journal.append({ step: STEP, status: 'success', op: 'canary', canary });
}
