import { directorEvent, injectedFault } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { historyOf, type BatchHistory } from '../batch/history.ts';
import { readLines } from '../batch/lines.ts';
import { lockHolder } from '../batch/lock.ts';
import type { OpenBatch } from './batch.ts';

/** What befell a batch besides its cases, or why that cannot be told: a damaged log takes nothing away from the verdicts. */
export function readHistory({
  paths,
  manifest,
}: Pick<OpenBatch, 'paths' | 'manifest'>): BatchHistory | { readonly error: string } {
  try {
    return historyOf({
      manifest,
      events: readLines(paths.abs(paths.director), directorEvent),
      faults: readLines(paths.abs(paths.faults), injectedFault),
      live: lockHolder(paths.abs(paths.lock)) !== null,
    });
  } catch (error) {
    if (error instanceof UsageError) return { error: error.message };
    throw error;
  }
}
