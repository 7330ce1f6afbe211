import { rm } from 'node:fs/promises';
import type { JournalEntry } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { Journal, readJournal } from '../batch/journal.ts';
import { lockBatch } from '../batch/lock.ts';
import type { BatchPaths } from '../batch/paths.ts';
import { WORLD_DROP, worldDropped } from '../batch/world-drop.ts';
import { pathExists } from '../batch/files.ts';
import type { OpenBatch } from './batch.ts';
import { readVerdicts } from './score.ts';

export function droppedSentence(paths: BatchPaths, at: string): string {
  return `${paths.root}: the world of this batch was removed when its one case had ended (${at}); its evidence and verdicts are kept. Run the case again, with --keep-world to keep the world`;
}

/** @throws UsageError when the world of the batch is gone */
export function assertWorldStands(paths: BatchPaths, entries: readonly JournalEntry[]): void {
  const dropped = worldDropped(entries);
  if (dropped !== null) throw new UsageError(droppedSentence(paths, dropped));
}

/** True when the batch's world was dropped: every case has been played, and nothing of it can be played again. */
export function isWorldDropped(batch: OpenBatch): boolean {
  return worldDropped(readJournal(batch.paths.abs(batch.paths.journal)).entries) !== null;
}

/**
 * Removes the embedded platform's state of a one-case batch that has ended in the regular way: played, scored, and no
 * fault of the environment that somebody may want to look into. Evidence, journal and events stay. Returns whether the
 * world is gone. All other batches keep their world.
 */
export async function dropWorld(batch: OpenBatch): Promise<boolean> {
  const { paths, manifest } = batch;
  if (manifest.mode !== 'single' || manifest.keep_world === true) return false;
  const verdicts = await readVerdicts(batch);
  const whole = manifest.cases.every((id) => verdicts.some((v) => v.case_id === id));
  if (!whole || verdicts.some((v) => v.env !== undefined)) return false;
  const lock = lockBatch(paths.abs(paths.lock));
  try {
    if (!(await pathExists(paths.abs(paths.platformState)))) return isWorldDropped(batch);
    const journal = Journal.open(paths.abs(paths.journal));
    try {
      // Journalled first: after a kill in between, the next run removes what is left.
      if (worldDropped(journal.entries) === null)
        journal.append({
          step: 'platform.world',
          status: 'success',
          op: WORLD_DROP,
          file: paths.platformState,
        });
    } finally {
      journal.close();
    }
    await rm(paths.abs(paths.platformState), { force: true });
    return true;
  } finally {
    lock.release();
  }
}
