import type { JournalEntry } from '../../schemas/index.ts';

/** Op of the journal line which says that the world of a batch is gone. */
export const WORLD_DROP = 'world.drop';

/** When the world of a batch was dropped; null while it stands. */
export function worldDropped(entries: readonly JournalEntry[]): string | null {
  return entries.find((e) => e.op === WORLD_DROP && e.status === 'success')?.ts ?? null;
}
