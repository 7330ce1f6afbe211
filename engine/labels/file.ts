import { labelsFile, type LabelsFile } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { parseJson, readTextIfAny, writeJson } from '../batch/files.ts';
import type { BatchPaths } from '../batch/paths.ts';
import { whileLocked } from './lock.ts';

/** A label file as it was read: nothing there is an empty one; a damaged one is told and never written over. */
export type ReadLabels =
  | { readonly ok: true; readonly file: LabelsFile }
  | { readonly ok: false; readonly why: string };

/** How a write ended. `stale`: somebody wrote in between; nothing was changed, and `file` is what stands there now. */
export type WrittenLabels =
  | { readonly how: 'saved' | 'stale'; readonly file: LabelsFile }
  | { readonly how: 'damaged'; readonly why: string };

export function noLabels(caseId: string): LabelsFile {
  return { case_id: caseId, rev: 0, labels: [], flags: [] };
}

/** Reads the labels of a case. */
export async function readLabels(paths: BatchPaths, caseId: string): Promise<ReadLabels> {
  const file = paths.abs(paths.labels(caseId));
  try {
    const text = await readTextIfAny(file);
    if (text === undefined) return { ok: true, file: noLabels(caseId) };
    const found = parseJson(file, text, labelsFile);
    if (found.case_id === caseId) return { ok: true, file: found };
    return { ok: false, why: `${file}: it is about ${found.case_id}, not ${caseId}; ${WAY_OUT}` };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, why: `${error instanceof UsageError ? why : `${file}: ${why}`}; ${WAY_OUT}` };
  }
}

const WAY_OUT = 'restore it from a copy, or move it away to begin anew';

type Change = (file: LabelsFile) => LabelsFile;

/**
 * Changes the labels of a case, whole or not at all. With `rev` it is refused as stale when somebody has written
 * since the labels with that number were read; without it the change is made to whatever stands there. A change that
 * gives back the very same object writes nothing.
 */
export async function changeLabels(
  paths: BatchPaths,
  caseId: string,
  change: Change,
  options: { readonly rev?: number | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<WrittenLabels> {
  const file = paths.abs(paths.labels(caseId));
  return whileLocked(
    file.replace(/\.json$/, '.lock'),
    async (): Promise<WrittenLabels> => {
      const found = await readLabels(paths, caseId);
      if (!found.ok) return { how: 'damaged', why: found.why };
      if (options.rev !== undefined && found.file.rev !== options.rev)
        return { how: 'stale', file: found.file };
      const changed = change(found.file);
      if (changed === found.file) return { how: 'saved', file: changed };
      const next = labelsFile.parse({ ...changed, rev: found.file.rev + 1 });
      await writeJson(file, next);
      return { how: 'saved', file: next };
    },
    options.signal,
  );
}
