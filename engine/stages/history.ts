import { directorEvent, injectedFault } from '../../schemas/index.ts';
import { historyOf, type BatchHistory } from '../batch/history.ts';
import { readLines } from '../batch/lines.ts';
import { lockHolder } from '../batch/lock.ts';
import type { OpenBatch } from './batch.ts';

/** What befell a batch besides its cases. @throws UsageError when a log of it cannot be read */
export function readHistory({ paths, manifest }: Pick<OpenBatch, 'paths' | 'manifest'>): BatchHistory {
  return historyOf({
    manifest,
    events: readLines(paths.abs(paths.director), directorEvent),
    faults: readLines(paths.abs(paths.faults), injectedFault),
    live: lockHolder(paths.abs(paths.lock)) !== null,
  });
}
